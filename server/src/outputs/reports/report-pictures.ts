import { findBystandersOnImage } from '../../analysis/find-bystanders-on-image.ts'
import { ModelUnavailable } from '../../analysis/inference/model.ts'
import { type AnalysisContext, PictureMissing } from '../../analysis/working-picture.ts'
import type { Context } from '../../core/platform/context.ts'
import { anyOf } from '../../core/platform/database.ts'
import { shrink } from '../../core/platform/pictures/pixels.ts'
import { hidingColumns, howShown, showFile } from '../../inspection/images/shown-picture.ts'
import { storageKey } from '../../inspection/images/storage-keys.ts'

/** Sharp on paper at the width of a page, and a tenth of the bytes of the original. */
const SIDE_MAX = 1280
const AT_ONCE = 4

/** The pictures of a report by the ids of their images. One whose bytes are gone is left out; the report says so. */
export async function readPictures(
  ctx: AnalysisContext,
  imageIds: readonly string[],
): Promise<Map<string, Uint8Array>> {
  const rows = await lookAtAll(ctx, imageIds)
  const pictures = new Map<string, Uint8Array>()
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const some = rows.slice(at, at + AT_ONCE)
    const read = await Promise.all(some.map((row) => readPicture(ctx, row)))
    for (const [n, { id }] of some.entries()) {
      const picture = read[n]
      if (picture) pictures.set(id, picture)
    }
  }
  return pictures
}

type Row = Awaited<ReturnType<typeof selectPictures>>[number]

/** A report stays as it is made: pictures that no model has looked at are looked at now. Without the models they are printed coarsely. */
async function lookAtAll(ctx: AnalysisContext, imageIds: readonly string[]): Promise<Row[]> {
  const rows = await selectPictures(ctx, imageIds)
  const unseen = rows.filter((row) => howShown(ctx, row).isCoarse)
  if (unseen.length === 0) return rows
  for (const { id: image_id, inspection_id } of unseen)
    await findBystandersOnImage(ctx, { inspection_id, image_id }).catch((error: unknown) => {
      if (!(error instanceof ModelUnavailable) && !(error instanceof PictureMissing)) throw error
      ctx.log.warn({ err: error, image_id }, 'a picture is printed without a look for bystanders')
    })
  return selectPictures(ctx, imageIds)
}

function selectPictures(ctx: Context, imageIds: readonly string[]) {
  return ctx.db
    .selectFrom('images')
    .innerJoin('inspections', (join) =>
      join
        .onRef('inspections.org_id', '=', 'images.org_id')
        .onRef('inspections.id', '=', 'images.inspection_id'),
    )
    .leftJoin('picture_settings', 'picture_settings.org_id', 'images.org_id')
    .select(['images.id', 'images.inspection_id', ...hidingColumns('images')])
    .where('images.org_id', '=', ctx.org_id)
    .where('images.id', '=', anyOf([...imageIds]))
    .execute()
}

async function readPicture(ctx: Context, row: Row): Promise<Uint8Array | null> {
  const object = await ctx.storage.get(storageKey(ctx.org_id, row.id, 'working.jpg'))
  if (!object) return null
  const working = Buffer.concat(await object.body.toArray())
  return shrink(await showFile(howShown(ctx, row), working), { width: SIDE_MAX, height: SIDE_MAX })
}
