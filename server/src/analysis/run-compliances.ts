import { sql } from 'kysely'
import { recordCompliances } from '../images/record-compliances.ts'
import { storageKey } from '../images/storage-keys.ts'
import type { Context } from '../platform/context.ts'
import { readGray } from '../platform/pictures/pixels.ts'
import { COMPLIANCE_VERSION, complianceOf } from './compliance.ts'

type Parameters = { coverage_360?: { sight_id?: string | null } | null }

export type ImageResult = { result: unknown; origin: string }

/**
 * The compliance result of a picture: the one it has, or a new one from its pixels. Null when there is no such image.
 * A deleted one gets a result only for a run that was started with it; the image itself is left as it was.
 */
export async function runCompliances(
  ctx: Context,
  inspectionId: string,
  imageId: string,
  options: { deleted: boolean },
): Promise<ImageResult | null> {
  const image = await ctx.db
    .selectFrom('images')
    .select([
      'image_width',
      'image_height',
      'binary_size',
      'compliances_version',
      'deleted_at',
      sql<unknown>`compliances`.as('compliances'),
      sql<Parameters>`compliance_parameters`.as('parameters'),
    ])
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .where('id', '=', imageId)
    .executeTakeFirst()
  if (!image || (image.deleted_at && !options.deleted)) return null
  if (image.compliances && image.compliances_version)
    return { result: image.compliances, origin: image.compliances_version }
  const object = await ctx.storage.get(storageKey(ctx.org_id, imageId, 'working.jpg'))
  if (!object) throw new Error(`the working picture of image ${imageId} is not in the object store`)
  const { image_width, image_height, binary_size } = image
  const gray = await readGray(Buffer.concat(await object.body.toArray()))
  const compliances = complianceOf(
    gray,
    { image_width, image_height, binary_size },
    image.parameters.coverage_360?.sight_id ?? undefined,
  )
  await recordCompliances(ctx, inspectionId, imageId, compliances, COMPLIANCE_VERSION)
  return { result: compliances, origin: COMPLIANCE_VERSION }
}
