import { lockVisibleInspection } from '../../core/access/lock-inspection.ts'
import { requireInspection } from '../../core/access/scope.ts'
import { changesOf } from '../../core/contracts/changes.ts'
import { emit } from '../../core/contracts/events.ts'
import { Problem } from '../../core/contracts/problems.ts'
import { requireVersion } from '../../core/contracts/versions.ts'
import type { Context } from '../../core/platform/context.ts'
import { json } from '../../core/platform/database.ts'
import { lockImageForShare, requireImage } from '../../inspection/images/require-image.ts'
import { inCorrection } from '../pricing/in-correction.ts'
import { lockView, placeOf, readDrawnView } from './queries.ts'
import { readRegion, requireInside } from './region.ts'
import type { CorrectedView, UpdateView } from './schema.ts'

/** Draws the region anew: the form that is not given is made from the other, as when a view is made. */
export async function updateView(
  ctx: Context,
  inspectionId: string,
  viewId: string,
  input: UpdateView,
): Promise<CorrectedView> {
  await requireInspection(ctx, inspectionId, 'write')
  const place = await placeOf(ctx, inspectionId, viewId)
  if (place.deleted_at) throw new Problem('not_found')
  const image = await requireImage(ctx, inspectionId, place.image_id)
  const region = readRegion(input)
  requireInside(region, image)

  return inCorrection(ctx, inspectionId, async (ctx) => {
    await lockImageForShare(ctx, inspectionId, image.id)
    const { deleted_at, version } = await lockView(ctx, inspectionId, viewId)
    await lockVisibleInspection(ctx, inspectionId, 'write')
    if (deleted_at) throw new Problem('not_found')
    requireVersion(ctx, version)
    const before = await readDrawnView(ctx, viewId)
    const changes = changesOf({ bounding_box: before.bounding_box, polygons: before.polygons }, region)
    // Who repeats a correction changes nothing.
    if (Object.keys(changes).length === 0) return before
    await ctx.db
      .updateTable('views')
      .set({
        bounding_box: json(region.bounding_box),
        polygons: json(region.polygons),
        is_user_modified: true,
        confidence: null,
      })
      .where('org_id', '=', ctx.org_id)
      .where('id', '=', viewId)
      .execute()
    const view = await readDrawnView(ctx, viewId)
    const correction = { item_version: view.version, reason: input.reason, changes }
    await emit(ctx, 'view.updated', inspectionId, { view_id: viewId }, correction)
    return view
  })
}
