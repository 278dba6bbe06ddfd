import { lockVisibleInspection } from '../../core/access/lock-inspection.ts'
import { requireInspection } from '../../core/access/scope.ts'
import { changesOf } from '../../core/contracts/changes.ts'
import { emit } from '../../core/contracts/events.ts'
import { Problem } from '../../core/contracts/problems.ts'
import type { GivenReason } from '../../core/contracts/schema.ts'
import { requireVersion } from '../../core/contracts/versions.ts'
import type { Context, TransactionContext } from '../../core/platform/context.ts'
import { inCorrection } from '../pricing/in-correction.ts'
import { lockView, placeOf, readDrawnView } from './queries.ts'
import type { CorrectedView } from './schema.ts'

/** Undoes the delete, as long as there is something to see. A repeat answers the same. */
export async function restoreView(
  ctx: Context,
  inspectionId: string,
  viewId: string,
  input: GivenReason,
): Promise<CorrectedView> {
  await requireInspection(ctx, inspectionId, 'write')

  return inCorrection(ctx, inspectionId, async (ctx) => {
    const place = await placeOf(ctx, inspectionId, viewId)
    // Image, damage, view: in the order in which everybody locks them.
    const image = await lockRowForShare(ctx, 'images', place.image_id)
    const damage = place.damage_id ? await lockRowForShare(ctx, 'damages', place.damage_id) : null
    const { deleted_at, version } = await lockView(ctx, inspectionId, viewId)
    await lockVisibleInspection(ctx, inspectionId, 'write')
    if (!deleted_at) return readDrawnView(ctx, viewId)
    requireVersion(ctx, version)
    if (damage?.deleted_at)
      throw new Problem('view_not_restorable', { resource: 'damage', resource_id: damage.id })
    if (image.deleted_at)
      throw new Problem('view_not_restorable', { resource: 'image', resource_id: image.id })
    await ctx.db
      .updateTable('views')
      .set({ deleted_at: null, deleted_with_damage: false })
      .where('org_id', '=', ctx.org_id)
      .where('id', '=', viewId)
      .execute()
    const view = await readDrawnView(ctx, viewId)
    const changes = changesOf({ deleted_at }, { deleted_at: null })
    const correction = { item_version: view.version, reason: input?.reason, changes }
    await emit(ctx, 'view.restored', inspectionId, { view_id: viewId }, correction)
    return view
  })
}

/** Until the end of the transaction nobody deletes it. */
async function lockRowForShare(ctx: TransactionContext, table: 'images' | 'damages', id: string) {
  return ctx.db
    .selectFrom(table)
    .select(['id', 'deleted_at'])
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', id)
    .forShare()
    .executeTakeFirstOrThrow()
}
