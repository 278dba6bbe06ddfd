import { isDeepStrictEqual } from 'node:util'
import { lockVisibleInspection } from '../../core/access/lock-inspection.ts'
import { requireInspection } from '../../core/access/scope.ts'
import { emit } from '../../core/contracts/events.ts'
import { mergeFree } from '../../core/contracts/limits.ts'
import { Problem } from '../../core/contracts/problems.ts'
import { type Context, inTransaction } from '../../core/platform/context.ts'
import { json } from '../../core/platform/database.ts'
import { lockImage } from './lock-images.ts'
import { imageJson, selectImages } from './queries.ts'
import type { Image, UpdateImage } from './schema.ts'

/** Keys that are not named stay as they are, so that a partial update cannot lose the sight of a picture. */
export async function updateImage(
  ctx: Context,
  inspectionId: string,
  imageId: string,
  input: UpdateImage,
): Promise<Image> {
  await requireInspection(ctx, inspectionId, 'update')
  if (input.additional_data === undefined && input.seen_from === undefined)
    throw new Problem('request_invalid', {}, [
      { field: 'additional_data', message: 'is required unless seen_from is given' },
    ])
  return inTransaction(ctx, async (ctx) => {
    const image = await lockImage(ctx, inspectionId, imageId)
    await lockVisibleInspection(ctx, inspectionId, 'update')
    const additional_data = mergeFree(ctx, image.additional_data, input.additional_data ?? {})
    const seen_from = input.seen_from === undefined ? image.seen_from : input.seen_from
    if (seen_from !== image.seen_from || !isDeepStrictEqual(additional_data, image.additional_data)) {
      await ctx.db
        .updateTable('images')
        .set({ additional_data: json(additional_data), seen_from })
        .where('org_id', '=', ctx.org_id)
        .where('id', '=', image.id)
        .execute()
      await emit(ctx, 'image.updated', inspectionId, { image_id: image.id })
    }
    const row = await selectImages(ctx).where('images.id', '=', image.id).executeTakeFirstOrThrow()
    return imageJson(ctx, row)
  })
}
