import { storageKey } from '../images/storage-keys.ts'
import type { Context } from '../platform/context.ts'
import { shrink } from '../platform/pictures/pixels.ts'

/** Sharp on paper at the width of a page, and a tenth of the bytes of the original. */
const SIDE_MAX = 1280
const AT_ONCE = 4

/** The pictures of a report by the ids of their images. One whose bytes are gone is left out; the report says so. */
export async function readPictures(
  ctx: Context,
  imageIds: readonly string[],
): Promise<Map<string, Uint8Array>> {
  const pictures = new Map<string, Uint8Array>()
  for (let at = 0; at < imageIds.length; at += AT_ONCE) {
    const some = imageIds.slice(at, at + AT_ONCE)
    const read = await Promise.all(some.map((imageId) => readPicture(ctx, imageId)))
    for (const [n, imageId] of some.entries()) {
      const picture = read[n]
      if (picture) pictures.set(imageId, picture)
    }
  }
  return pictures
}

async function readPicture(ctx: Context, imageId: string): Promise<Uint8Array | null> {
  const object = await ctx.storage.get(storageKey(ctx.org_id, imageId, 'working.jpg'))
  if (!object) return null
  const working = Buffer.concat(await object.body.toArray())
  return shrink(working, { width: SIDE_MAX, height: SIDE_MAX })
}
