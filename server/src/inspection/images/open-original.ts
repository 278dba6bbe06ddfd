import { requireInspection, requirePermission } from '../../core/access/scope.ts'
import { emitAll } from '../../core/contracts/events.ts'
import { type Context, inTransaction } from '../../core/platform/context.ts'
import { requireImage } from './require-image.ts'
import type { OpenedOriginal, OpenOriginal } from './schema.ts'

/** A URL of the picture with nothing hidden, for a short time. Who opened it, and why, is in the history and in the audit. */
export async function openOriginal(
  ctx: Context,
  inspectionId: string,
  imageId: string,
  { reason }: OpenOriginal,
): Promise<OpenedOriginal> {
  requirePermission(ctx, 'monk_core_api:originals:read')
  await requireInspection(ctx, inspectionId, 'read')
  await requireImage(ctx, inspectionId, imageId)
  return inTransaction(ctx, async (ctx) => {
    await emitAll(ctx, 'image.original_opened', inspectionId, [{ image_id: imageId }], { reason })
    const grant = { org_id: ctx.org_id, image_id: imageId }
    const { url, expires_at } = ctx.pictureUrls.signSharp(grant, ctx.config.ORIGINAL_URL_TTL_S)
    return { object_type: 'ORIGINAL', image_id: imageId, path: url, expires_at }
  })
}
