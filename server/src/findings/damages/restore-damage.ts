import { lockVisibleInspection } from '../../core/access/lock-inspection.ts'
import { requireInspection } from '../../core/access/scope.ts'
import { changesOf } from '../../core/contracts/changes.ts'
import { emit } from '../../core/contracts/events.ts'
import type { GivenReason } from '../../core/contracts/schema.ts'
import { requireVersion } from '../../core/contracts/versions.ts'
import type { Context } from '../../core/platform/context.ts'
import { inCorrection } from '../pricing/in-correction.ts'
import { lockViewsOf, restoreViewsOf } from '../views/views-of-damage.ts'
import { lockDamage, readDamageOnPart } from './queries.ts'
import type { CorrectedDamage } from './schema.ts'

/** Undoes the delete, also of the views that went with the damage and of no others. A repeat answers the same. */
export async function restoreDamage(
  ctx: Context,
  inspectionId: string,
  damageId: string,
  input: GivenReason,
): Promise<CorrectedDamage> {
  await requireInspection(ctx, inspectionId, 'write')

  return inCorrection(ctx, inspectionId, async (ctx) => {
    const { deleted_at, version } = await lockDamage(ctx, inspectionId, damageId)
    await lockViewsOf(ctx, damageId)
    await lockVisibleInspection(ctx, inspectionId, 'write')
    if (!deleted_at) return readDamageOnPart(ctx, damageId)
    requireVersion(ctx, version)
    await ctx.db
      .updateTable('damages')
      .set({ deleted_at: null })
      .where('org_id', '=', ctx.org_id)
      .where('id', '=', damageId)
      .execute()
    const view_ids = await restoreViewsOf(ctx, damageId)
    const damage = await readDamageOnPart(ctx, damageId)
    const changes = changesOf({ deleted_at, view_ids: [] }, { deleted_at: null, view_ids })
    const correction = { item_version: damage.version, reason: input?.reason, changes }
    await emit(ctx, 'damage.restored', inspectionId, { damage_id: damageId }, correction)
    return damage
  })
}
