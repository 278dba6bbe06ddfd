import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { requireInspection } from '../access/scope.ts'
import { emit } from '../contracts/events.ts'
import { mergeFree } from '../contracts/limits.ts'
import type { FreeObject } from '../contracts/schema.ts'
import { requireVersion } from '../contracts/versions.ts'
import type { TransactionContext } from '../platform/context.ts'
import { json } from '../platform/database.ts'

/**
 * Keys that are not named stay as they are: newer clients send only what changed. `change` gets what is stored
 * and returns the keys to set.
 */
export async function mergeAdditionalData(
  ctx: TransactionContext,
  inspectionId: string,
  change: (stored: FreeObject) => FreeObject,
): Promise<FreeObject> {
  const row = await ctx.db
    .selectFrom('inspections')
    .select(['version', sql<FreeObject>`additional_data`.as('additional_data')])
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', inspectionId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  // Again, now that the lock is held: it may have been deleted while waiting for it.
  await requireInspection(ctx, inspectionId, 'update')
  requireVersion(ctx, row.version)
  const merged = mergeFree(ctx, row.additional_data, change(row.additional_data))
  // A change that changes nothing is none: it must not make other people's versions stale.
  if (isDeepStrictEqual(merged, row.additional_data)) return merged
  await ctx.db
    .updateTable('inspections')
    .set({ additional_data: json(merged) })
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', inspectionId)
    .execute()
  await emit(ctx, 'inspection.updated', inspectionId, {})
  return merged
}
