import { sql } from 'kysely'
import type { DamageAnalysis, OdometerResult } from '../../core/contracts/findings.ts'
import { imageLabel } from '../../core/contracts/labels.ts'
import type { FreeObject } from '../../core/contracts/schema.ts'
import { condition } from '../../core/platform/condition.ts'
import type { Context } from '../../core/platform/context.ts'
import type { Image } from './schema.ts'

/** Images with the names of their tasks. The caller says which ones and in which order. */
export function selectImages(ctx: Context) {
  return ctx.db
    .selectFrom('images')
    .where('images.org_id', '=', ctx.org_id)
    .select([
      'images.id',
      'images.inspection_id',
      'images.created_at',
      'images.deleted_at',
      'images.version',
      'images.number',
      'images.name',
      'images.mimetype',
      'images.captured_at',
      'images.image_width',
      'images.image_height',
      'images.binary_size',
      'images.sha256',
      sql<Image['image_type']>`images.image_type`.as('image_type'),
      'images.image_subtype',
      'images.image_sibling_key',
      sql<FreeObject | null>`images.detailed_viewpoint`.as('detailed_viewpoint'),
      sql<Image['rotate_image_before_upload']>`images.rotate_image_before_upload`.as(
        'rotate_image_before_upload',
      ),
      sql<FreeObject | null>`images.damage_area`.as('damage_area'),
      sql<FreeObject>`images.additional_data`.as('additional_data'),
      sql<FreeObject | null>`images.compliances`.as('compliances'),
      sql<Image['viewpoint'] | null>`images.viewpoint`.as('viewpoint'),
      sql<Image['seen_from'] | null>`images.seen_from`.as('seen_from'),
      'images.has_vehicle',
      condition`images.hidden is not null`.as('is_looked_at'),
      sql<OdometerResult | null>`images.odometer`.as('odometer'),
      sql<DamageAnalysis | null>`images.damage_analysis`.as('damage_analysis'),
      sql<string[]>`array(
        select tasks.name from image_tasks join tasks on tasks.org_id = image_tasks.org_id and tasks.id = image_tasks.task_id
        where image_tasks.org_id = images.org_id and image_tasks.image_id = images.id order by tasks.id)`.as(
        'tasks',
      ),
    ])
}

export type ImageRow = Awaited<ReturnType<ReturnType<typeof selectImages>['execute']>>[number]

/** To the newer clients any `compliances` object means "finished", so it is left out until it is. */
export function imageJson(ctx: Context, row: ImageRow): Image {
  const {
    number,
    is_looked_at,
    compliances,
    viewpoint,
    seen_from,
    has_vehicle,
    odometer,
    damage_analysis,
    ...rest
  } = row
  const { detailed_viewpoint, damage_area, ...fields } = rest
  return {
    ...fields,
    object_type: 'IMAGE',
    label: imageLabel(number),
    path: ctx.pictureUrls.sign({
      org_id: ctx.org_id,
      image_id: row.id,
      variant: is_looked_at ? 'picture.jpg' : 'preview.jpg',
    }),
    ...(compliances ? { compliances } : {}),
    ...(viewpoint ? { viewpoint } : {}),
    // A person saw the picture; the models know a side only from what clients say.
    ...(seen_from ? { seen_from, viewpoint: { prediction: seen_from, confidence: 1 } } : {}),
    ...(has_vehicle === null ? {} : { has_vehicle }),
    ...(odometer ? { odometer } : {}),
    ...(damage_analysis ? { damage_analysis } : {}),
    ...(detailed_viewpoint ? { detailed_viewpoint } : {}),
    ...(damage_area ? { damage_area } : {}),
  }
}
