import { Problem } from '../contracts/problems.ts'
import type { TransactionContext } from '../platform/context.ts'
import { type Action, type Holders, visibleInspections } from './scope.ts'

/**
 * Looks again inside the transaction and holds the inspection until its end: one that was deleted meanwhile takes no
 * change, and who else holds it comes after. It is the last lock in the order tasks, rows, inspection.
 */
export async function lockVisibleInspection(
  ctx: TransactionContext,
  inspectionId: string,
  action: Action,
  holders: Holders = {},
): Promise<void> {
  const row = await visibleInspections(ctx, action, holders)
    .select('inspections.id')
    .where('inspections.id', '=', inspectionId)
    .where('inspections.deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new Problem('not_found')
}

/** The same for the service itself, when it holds a task of the inspection: that keeps the inspection from being deleted. */
export async function lockInspection(ctx: TransactionContext, inspectionId: string): Promise<void> {
  await ctx.db
    .selectFrom('inspections')
    .select('id')
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', inspectionId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}
