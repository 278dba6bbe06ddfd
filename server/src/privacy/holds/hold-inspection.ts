import { requireInspection, requireOrganization } from '../../core/access/scope.ts'
import { recordAdministration } from '../../core/contracts/administration.ts'
import { Problem } from '../../core/contracts/problems.ts'
import { type Context, inTransaction, type TransactionContext } from '../../core/platform/context.ts'
import { selectHolds } from './queries.ts'
import type { Hold, HoldInspection } from './schema.ts'

/** Keeps an inspection, a deleted one too, until it is released. A repeat keeps the first reason. */
export async function holdInspection(
  ctx: Context,
  inspectionId: string,
  { reason }: HoldInspection,
): Promise<Hold> {
  await requireHoldable(ctx, inspectionId)
  return inTransaction(ctx, async (ctx) => {
    await lockInspection(ctx, inspectionId)
    const created_by = ctx.principal.subject
    const { numInsertedOrUpdatedRows } = await ctx.db
      .insertInto('holds')
      .values({ org_id: ctx.org_id, inspection_id: inspectionId, reason, created_by })
      .onConflict((conflict) => conflict.columns(['org_id', 'inspection_id']).doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 1n)
      await recordAdministration(ctx, 'hold.created', { inspection_id: inspectionId })
    const hold = await selectHolds(ctx)
      .where('holds.inspection_id', '=', inspectionId)
      .executeTakeFirstOrThrow()
    return { object_type: 'HOLD', ...hold }
  })
}

export async function requireHoldable(ctx: Context, inspectionId: string): Promise<void> {
  requireOrganization(ctx, 'write')
  await requireInspection(ctx, inspectionId, 'write', { deleted: true })
}

/** Against an erasure that is asked for at the same moment: it shares this lock. */
async function lockInspection(ctx: TransactionContext, inspectionId: string): Promise<void> {
  const row = await ctx.db
    .selectFrom('inspections')
    .select('id')
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', inspectionId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new Problem('not_found')
  const erased = await ctx.db
    .selectFrom('erasure_inspections')
    .select('erasure_id')
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .executeTakeFirst()
  if (erased) throw new Problem('inspection_being_erased')
}
