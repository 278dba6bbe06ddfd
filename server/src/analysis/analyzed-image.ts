import { sql } from 'kysely'
import type { FreeObject } from '../core/contracts/schema.ts'
import { snakeCase } from '../core/contracts/snake-case.ts'
import type { Context } from '../core/platform/context.ts'
import type { Run } from '../inspection/tasks/run.ts'
import { sightIdOf } from './sight-of-image.ts'
import type { ViewpointName } from './viewpoint.ts'

/** What a pipeline may know of a picture beside its pixels. Sizes are those of the upright picture. */
export type AnalyzedImage = {
  id: string
  inspection_id: string
  image_width: number
  image_height: number
  image_type: string
  image_sibling_key: string | null
  /** What the client said of the picture for this task, such as `wheel_name`. Keys are snake_case here. */
  details: FreeObject
  sight_id: string | null
  additional_data: FreeObject
  detailed_viewpoint: FreeObject | null
  /** The side that a person says it shows. */
  seen_from: ViewpointName | null
  vehicle_type: string | null
  /** Options of the task. Keys are snake_case here. */
  arguments: FreeObject
}

/** A picture of a run with what pipelines read of it, deleted ones too. Null when the run has no such picture. */
export async function readAnalyzedImage(
  ctx: Context,
  run: Run,
  imageId: string,
): Promise<AnalyzedImage | null> {
  const row = await selectAnalyzedImages(ctx, run).where('images.id', '=', imageId).executeTakeFirst()
  return row ? analyzedImageOf(row) : null
}

/** Pictures of the inspection of a run, as its task sees them. The caller says which ones. */
export function selectAnalyzedImages(ctx: Context, run: Run) {
  return ctx.db
    .selectFrom('tasks')
    .innerJoin('images', (join) =>
      join
        .onRef('images.org_id', '=', 'tasks.org_id')
        .onRef('images.inspection_id', '=', 'tasks.inspection_id'),
    )
    .innerJoin('vehicles', (join) =>
      join
        .onRef('vehicles.org_id', '=', 'tasks.org_id')
        .onRef('vehicles.inspection_id', '=', 'tasks.inspection_id'),
    )
    .leftJoin('image_tasks', (join) =>
      join
        .onRef('image_tasks.org_id', '=', 'tasks.org_id')
        .onRef('image_tasks.task_id', '=', 'tasks.id')
        .onRef('image_tasks.image_id', '=', 'images.id'),
    )
    .where('tasks.org_id', '=', ctx.org_id)
    .where('tasks.id', '=', run.task_id)
    .select([
      'images.id',
      'images.inspection_id',
      'images.image_width',
      'images.image_height',
      'images.image_type',
      'images.image_sibling_key',
      sql<FreeObject | null>`image_tasks.details`.as('details'),
      sql<FreeObject>`images.compliance_parameters`.as('compliance_parameters'),
      sql<FreeObject>`images.additional_data`.as('additional_data'),
      sql<FreeObject | null>`images.detailed_viewpoint`.as('detailed_viewpoint'),
      sql<ViewpointName | null>`images.seen_from`.as('seen_from'),
      'vehicles.vehicle_type',
      sql<FreeObject>`tasks.arguments`.as('arguments'),
    ])
}

type AnalyzedImageRow = Awaited<ReturnType<ReturnType<typeof selectAnalyzedImages>['execute']>>[number]

export function analyzedImageOf(row: AnalyzedImageRow): AnalyzedImage {
  const details = snakeKeysOf(row.details ?? {})
  const { additional_data } = row
  return {
    id: row.id,
    inspection_id: row.inspection_id,
    image_width: row.image_width,
    image_height: row.image_height,
    image_type: row.image_type,
    image_sibling_key: row.image_sibling_key,
    details,
    sight_id: sightIdOf({ compliances: row.compliance_parameters, details, additional_data }),
    additional_data,
    detailed_viewpoint: row.detailed_viewpoint,
    seen_from: row.seen_from,
    vehicle_type: row.vehicle_type,
    arguments: snakeKeysOf(row.arguments),
  }
}

/** Options are stored as they came; the interface specification spells them in camelCase. */
function snakeKeysOf(given: FreeObject): FreeObject {
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => [snakeCase(key), snakeValueOf(value)]),
  )
}

function snakeValueOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeValueOf)
  return typeof value === 'object' && value !== null ? snakeKeysOf({ ...value }) : value
}
