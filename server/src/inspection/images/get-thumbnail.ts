import type { Context } from '../../core/platform/context.ts'
import { shrink } from '../../core/platform/pictures/pixels.ts'
import { findPicture } from './get-picture.ts'
import { asJpeg, makePicture, type Turn } from './make-picture.ts'
import { showFile } from './shown-picture.ts'
import type { ThumbnailCache } from './thumbnail-cache.ts'
import { type Size, thumbnailSide } from './thumbnail-sizes.ts'

/** The picture of a capability URL whose signature has been checked, small. Gone with its image or inspection. */
export async function getThumbnail(
  ctx: Context,
  turn: Turn & { cache: ThumbnailCache },
  imageId: string,
  box: Size,
) {
  const { sha256, size, shown, open } = await findPicture(ctx, imageId, 'working.jpg')
  const side = thumbnailSide(box, size)
  const key = `${ctx.org_id}/${imageId}/${side}${shown.tag}`
  const make = async (picture: Buffer) => {
    const jpeg = await shrink(await showFile(shown, picture), { width: side, height: side })
    turn.cache.set(key, jpeg)
    return jpeg
  }
  return {
    etag: `"${sha256}-working.jpg${shown.tag}-${side}"`,
    isPassing: shown.isCoarse,
    open: async () => asJpeg(turn.cache.get(key) ?? (await makePicture(ctx, turn, open, make))),
  }
}
