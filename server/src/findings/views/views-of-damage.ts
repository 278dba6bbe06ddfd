import { sql } from 'kysely'
import type { TransactionContext } from '../../core/platform/context.ts'
import { anyOf } from '../../core/platform/database.ts'

/** Before the inspection is held, as deleteView does: in another order the two would wait for each other. */
export async function lockViewsOf(ctx: TransactionContext, damageId: string): Promise<void> {
  await ctx.db
    .selectFrom('views')
    .select('id')
    .where('org_id', '=', ctx.org_id)
    .where('damage_id', '=', damageId)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Returns which. The event of the damage tells of them too. */
export async function deleteViewsOf(ctx: TransactionContext, damageId: string): Promise<string[]> {
  const rows = await ctx.db
    .updateTable('views')
    .set({ deleted_at: sql`clock_timestamp()`, deleted_with_damage: true })
    .where('org_id', '=', ctx.org_id)
    .where('damage_id', '=', damageId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id).sort()
}

/** Those that went with the damage. Returns which. */
export async function restoreViewsOf(ctx: TransactionContext, damageId: string): Promise<string[]> {
  const rows = await ctx.db
    .updateTable('views')
    .set({ deleted_at: null, deleted_with_damage: false })
    .where('org_id', '=', ctx.org_id)
    .where('damage_id', '=', damageId)
    .where('deleted_with_damage', '=', true)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id).sort()
}

/** What earlier runs saw of parts makes way for a later one. Only models draw such views. Returns which. */
export async function replacePartViews(ctx: TransactionContext, inspectionId: string): Promise<string[]> {
  const rows = await ctx.db
    .updateTable('views')
    .set({ deleted_at: sql`clock_timestamp()`, is_replaced: true })
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .where('part_id', 'is not', null)
    .where('is_replaced', '=', false)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** With the damages they show, when a later run has found others in their place. */
export async function replaceViews(ctx: TransactionContext, viewIds: string[]): Promise<void> {
  await ctx.db
    .updateTable('views')
    .set({ deleted_at: sql`clock_timestamp()`, deleted_with_damage: true, is_replaced: true })
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', anyOf(viewIds))
    .execute()
}
