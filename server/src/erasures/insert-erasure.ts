import { enqueue } from '../contracts/jobs.ts'
import { findHeld } from '../holds/queries.ts'
import type { TransactionContext } from '../platform/context.ts'
import { anyOf } from '../platform/database.ts'
import { uuidv7 } from '../platform/uuid.ts'
import { inspectionDigest } from './receipt.ts'
import type { Erasure } from './schema.ts'

/** Those that are held. Whoever wants to hold another one waits for this transaction, and then finds it in an erasure. */
export async function lockAndFindHeld(ctx: TransactionContext, inspectionIds: string[]): Promise<string[]> {
  await ctx.db
    .selectFrom('inspections')
    .select('id')
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', anyOf(inspectionIds))
    .orderBy('id')
    .forShare()
    .execute()
  return findHeld(ctx, inspectionIds)
}

/** Notes what is to go. */
export async function insertErasure(
  ctx: TransactionContext,
  requested: Pick<Erasure, 'subject' | 'reason' | 'created_by'>,
  inspectionIds: string[],
): Promise<string> {
  const id = uuidv7()
  await ctx.db
    .insertInto('erasures')
    .values({ org_id: ctx.org_id, id, ...requested })
    .execute()
  const rows = inspectionIds.map((inspection_id) => ({
    org_id: ctx.org_id,
    erasure_id: id,
    inspection_id,
    digest: inspectionDigest(ctx.org_id, inspection_id),
  }))
  if (rows.length > 0) await ctx.db.insertInto('erasure_inspections').values(rows).execute()
  await enqueue(ctx, 'erase_data', { org_id: ctx.org_id, erasure_id: id })
  return id
}
