import { sql } from 'kysely'
import type { Context } from '../platform/context.ts'
import type { BoundingBox, Polygons } from './region.ts'
import type { View } from './schema.ts'

/** Where damages and parts are seen. The caller says which views and in which order. The light form reads no polygons, most of the bytes. */
export function selectViews(ctx: Context, { light }: { light: boolean }) {
  return ctx.db
    .selectFrom('views')
    .where('views.org_id', '=', ctx.org_id)
    .select([
      'views.id',
      'views.inspection_id',
      'views.created_at',
      'views.deleted_at',
      'views.created_by',
      'views.image_id',
      'views.damage_id',
      'views.part_id',
      sql<BoundingBox>`views.bounding_box`.as('bounding_box'),
      (light ? sql<Polygons>`'[]'::jsonb` : sql<Polygons>`views.polygons`).as('polygons'),
      'views.version',
      'views.confidence',
    ])
}

export type ViewRow = Awaited<ReturnType<ReturnType<typeof selectViews>['execute']>>[number]

/** Clients join pictures to parts and damages by `element_id`. The light form leaves out the polygons. */
export function viewJson(row: ViewRow, options: { light: boolean }): View {
  const { id, created_at, deleted_at, created_by, image_id, bounding_box, polygons, version, confidence } =
    row
  return {
    id,
    object_type: 'VIEW',
    created_at,
    deleted_at,
    created_by,
    // The table has exactly one of the two.
    element_id: row.damage_id ?? row.part_id ?? '',
    image_region: {
      id,
      object_type: 'IMAGE_REGION',
      image_id,
      specification: options.light ? { bounding_box } : { bounding_box, polygons },
    },
    rendered_outputs: [],
    version,
    // Absent where a person drew it.
    ...(confidence === null ? {} : { confidence }),
  }
}
