import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { visibleInspections } from '../../core/access/scope.ts'
import { emit } from '../../core/contracts/events.ts'
import { mergeFree } from '../../core/contracts/limits.ts'
import { Problem } from '../../core/contracts/problems.ts'
import type { FreeObject } from '../../core/contracts/schema.ts'
import { requireVersion } from '../../core/contracts/versions.ts'
import type { TransactionContext } from '../../core/platform/context.ts'
import { json } from '../../core/platform/database.ts'

/**
 * Keys that are not named stay as they are: newer clients send only what changed. `change` gets what is stored
 * and returns the keys to set.
 */
export async function mergeAdditionalData(
  ctx: TransactionContext,
  inspectionId: string,
  change: (stored: FreeObject) => FreeObject,
): Promise<{ additional_data: FreeObject; version: number }> {
  const row = await visibleInspections(ctx, 'update')
    .select(['inspections.version', sql<FreeObject>`inspections.additional_data`.as('additional_data')])
    .where('inspections.id', '=', inspectionId)
    .where('inspections.deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  // It may have been deleted while this waited for the lock.
  if (!row) throw new Problem('not_found')
  requireVersion(ctx, row.version)
  const additional_data = mergeFree(ctx, row.additional_data, change(row.additional_data))
  // A change that changes nothing is none: it must not make other people's versions stale.
  if (isDeepStrictEqual(additional_data, row.additional_data)) return row
  const { version } = await ctx.db
    .updateTable('inspections')
    .set({ additional_data: json(additional_data) })
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', inspectionId)
    .returning('version')
    .executeTakeFirstOrThrow()
  await emit(ctx, 'inspection.updated', inspectionId, {})
  return { additional_data, version }
}
