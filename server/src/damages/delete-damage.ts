import { sql } from 'kysely'
import { holdInspection } from '../access/hold-inspection.ts'
import { requireInspection } from '../access/scope.ts'
import { emit } from '../contracts/events.ts'
import { Problem } from '../contracts/problems.ts'
import { deletedJson } from '../contracts/schema.ts'
import { requireVersion } from '../contracts/versions.ts'
import { type Context, inTransaction, type TransactionContext } from '../platform/context.ts'
import { isUuid } from '../platform/uuid.ts'
import { deleteViewsOf, lockViewsOf } from '../views/delete-view.ts'
import type { DeletedDamage } from './schema.ts'

/** Soft, with everything that shows it. A repeat answers the same. */
export async function deleteDamage(
  ctx: Context,
  inspectionId: string,
  damageId: string,
): Promise<DeletedDamage> {
  await requireInspection(ctx, inspectionId, 'write')
  if (!isUuid(damageId)) throw new Problem('not_found')

  return inTransaction(ctx, async (ctx) => {
    const damage = await lockDamage(ctx, inspectionId, damageId)
    await lockViewsOf(ctx, damageId)
    await holdInspection(ctx, inspectionId, 'write')
    if (damage.deleted_at) return answerOf(damageId, damage.deleted_at)
    requireVersion(ctx, damage.version)
    const { deleted_at } = await ctx.db
      .updateTable('damages')
      .set({ deleted_at: sql`clock_timestamp()` })
      .where('org_id', '=', ctx.org_id)
      .where('id', '=', damageId)
      .returning(sql<string>`deleted_at`.as('deleted_at'))
      .executeTakeFirstOrThrow()
    await deleteViewsOf(ctx, damageId)
    await emit(ctx, 'damage.deleted', inspectionId, { damage_id: damageId })
    return answerOf(damageId, deleted_at)
  })
}

async function lockDamage(ctx: TransactionContext, inspectionId: string, damageId: string) {
  const row = await ctx.db
    .selectFrom('damages')
    .select(['deleted_at', 'version'])
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .where('id', '=', damageId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Problem('not_found')
  return row
}

const answerOf = (damageId: string, deleted_at: string): DeletedDamage => ({
  ...deletedJson('DAMAGE', damageId, deleted_at),
  parts: [],
})
