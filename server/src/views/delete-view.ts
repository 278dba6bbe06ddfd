import { sql } from 'kysely'
import { holdInspection } from '../access/hold-inspection.ts'
import { requireInspection } from '../access/scope.ts'
import { emit } from '../contracts/events.ts'
import { Problem } from '../contracts/problems.ts'
import { deletedJson } from '../contracts/schema.ts'
import { requireVersion } from '../contracts/versions.ts'
import { type Context, inTransaction, type TransactionContext } from '../platform/context.ts'
import { isUuid } from '../platform/uuid.ts'

/** Soft; the damage stays. A repeat answers the same. */
export async function deleteView(ctx: Context, inspectionId: string, viewId: string) {
  await requireInspection(ctx, inspectionId, 'write')
  if (!isUuid(viewId)) throw new Problem('not_found')

  return inTransaction(ctx, async (ctx) => {
    const view = await lockView(ctx, inspectionId, viewId)
    await holdInspection(ctx, inspectionId, 'write')
    if (view.deleted_at) return deletedJson('VIEW', viewId, view.deleted_at)
    requireVersion(ctx, view.version)
    const { deleted_at } = await ctx.db
      .updateTable('views')
      .set({ deleted_at: sql`clock_timestamp()` })
      .where('org_id', '=', ctx.org_id)
      .where('id', '=', viewId)
      .returning(sql<string>`deleted_at`.as('deleted_at'))
      .executeTakeFirstOrThrow()
    await emit(ctx, 'view.deleted', inspectionId, { view_id: viewId })
    return deletedJson('VIEW', viewId, deleted_at)
  })
}

/** Before the inspection is held, as deleteView does: in another order the two would wait for each other. */
export async function lockViewsOf(ctx: TransactionContext, damageId: string): Promise<void> {
  await ctx.db
    .selectFrom('views')
    .select('id')
    .where('org_id', '=', ctx.org_id)
    .where('damage_id', '=', damageId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** The event of the damage tells of its views too. */
export async function deleteViewsOf(ctx: TransactionContext, damageId: string): Promise<void> {
  await ctx.db
    .updateTable('views')
    .set({ deleted_at: sql`clock_timestamp()` })
    .where('org_id', '=', ctx.org_id)
    .where('damage_id', '=', damageId)
    .where('deleted_at', 'is', null)
    .execute()
}

async function lockView(ctx: TransactionContext, inspectionId: string, viewId: string) {
  const row = await ctx.db
    .selectFrom('views')
    .select(['deleted_at', 'version'])
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .where('id', '=', viewId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Problem('not_found')
  return row
}
