import { sql } from 'kysely'
import { lockVisibleInspection } from '../../core/access/lock-inspection.ts'
import { requireInspection } from '../../core/access/scope.ts'
import { changesOf } from '../../core/contracts/changes.ts'
import { emit } from '../../core/contracts/events.ts'
import { deletedJson, type GivenReason } from '../../core/contracts/schema.ts'
import { requireVersion } from '../../core/contracts/versions.ts'
import type { Context } from '../../core/platform/context.ts'
import { inCorrection } from '../pricing/in-correction.ts'
import { deleteViewsOf, lockViewsOf } from '../views/views-of-damage.ts'
import { lockDamage } from './queries.ts'
import type { DeletedDamage } from './schema.ts'

/** Soft, with everything that shows it. A repeat answers the same. */
export async function deleteDamage(
  ctx: Context,
  inspectionId: string,
  damageId: string,
  input: GivenReason,
): Promise<DeletedDamage> {
  await requireInspection(ctx, inspectionId, 'write')

  return inCorrection(ctx, inspectionId, async (ctx) => {
    const damage = await lockDamage(ctx, inspectionId, damageId)
    await lockViewsOf(ctx, damageId)
    await lockVisibleInspection(ctx, inspectionId, 'write')
    if (damage.deleted_at) return answerOf(damageId, damage.deleted_at)
    requireVersion(ctx, damage.version)
    const { deleted_at, version } = await ctx.db
      .updateTable('damages')
      .set({ deleted_at: sql`clock_timestamp()` })
      .where('org_id', '=', ctx.org_id)
      .where('id', '=', damageId)
      .returning([sql<string>`deleted_at`.as('deleted_at'), 'version'])
      .executeTakeFirstOrThrow()
    const view_ids = await deleteViewsOf(ctx, damageId)
    const changes = changesOf({ deleted_at: null, view_ids }, { deleted_at, view_ids: [] })
    const correction = { item_version: version, reason: input?.reason, changes }
    await emit(ctx, 'damage.deleted', inspectionId, { damage_id: damageId }, correction)
    return answerOf(damageId, deleted_at)
  })
}

const answerOf = (damageId: string, deleted_at: string): DeletedDamage => ({
  ...deletedJson('DAMAGE', damageId, deleted_at),
  parts: [],
})
