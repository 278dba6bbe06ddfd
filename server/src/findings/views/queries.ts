import { sql } from 'kysely'
import { requireRow } from '../../core/contracts/require-row.ts'
import type { Context, TransactionContext } from '../../core/platform/context.ts'
import type { BoundingBox, Polygons } from './region.ts'
import type { DrawnView, View } from './schema.ts'

/** Where damages and parts are seen. The caller says which views and in which order. The light form reads no polygons, most of the bytes. */
export function selectViews(ctx: Context, { light }: { light: boolean }) {
  return ctx.db
    .selectFrom('views')
    .where('views.org_id', '=', ctx.org_id)
    .where('views.is_replaced', '=', false)
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
      'views.is_user_modified',
    ])
}

export type ViewRow = Awaited<ReturnType<ReturnType<typeof selectViews>['execute']>>[number]

/** Clients join pictures to parts and damages by `element_id`. The light form leaves out the polygons. */
export function viewJson(row: ViewRow, options: { light: boolean }): View {
  const { id, created_at, deleted_at, created_by, image_id, bounding_box, polygons, version, confidence } =
    row
  const { is_user_modified } = row
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
    is_user_modified,
    version,
    // Absent where a person drew it.
    ...(confidence === null ? {} : { confidence }),
  }
}

/** A view as the answer to its correction shows it: also with the flat names of the interface specification. */
export async function readDrawnView(ctx: TransactionContext, viewId: string): Promise<DrawnView> {
  const row = await selectViews(ctx, { light: false })
    .where('views.id', '=', viewId)
    .executeTakeFirstOrThrow()
  const { inspection_id, image_id, damage_id, bounding_box, polygons } = row
  return {
    ...viewJson(row, { light: false }),
    inspection_id,
    image_id,
    ...(damage_id === null ? {} : { damage_id }),
    bounding_box,
    polygons,
  }
}

/** What a view shows and where, which never changes. */
export async function placeOf(ctx: Context, inspectionId: string, viewId: string) {
  return requireRow(
    viewId,
    ctx.db
      .selectFrom('views')
      .select(['image_id', 'damage_id', 'deleted_at'])
      .where('org_id', '=', ctx.org_id)
      .where('inspection_id', '=', inspectionId)
      .where('id', '=', viewId),
  )
}

/** Also finds a deleted one: whoever deletes again is answered the same. */
export async function lockView(ctx: TransactionContext, inspectionId: string, viewId: string) {
  return requireRow(
    viewId,
    ctx.db
      .selectFrom('views')
      .select(['deleted_at', 'version'])
      .where('org_id', '=', ctx.org_id)
      .where('inspection_id', '=', inspectionId)
      .where('id', '=', viewId)
      .forUpdate(),
  )
}
