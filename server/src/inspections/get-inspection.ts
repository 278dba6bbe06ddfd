import { sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { visibleInspections } from '../access/scope.ts'
import { Problem } from '../contracts/problems.ts'
import type { FreeObject } from '../contracts/schema.ts'
import { imageJson, selectImages } from '../images/queries.ts'
import type { Context } from '../platform/context.ts'
import { isUuid } from '../platform/uuid.ts'
import { selectTasks, taskJson } from '../tasks/queries.ts'
import { vehicleJson } from '../vehicles/vehicle-json.ts'
import { SUMMARY_COLUMNS } from './queries.ts'

export async function getInspection(
  ctx: Context,
  inspectionId: string,
  options: { show_deleted_objects: boolean },
) {
  if (!isUuid(inspectionId)) throw new Problem('not_found')
  let query = selectInspection(ctx).where('inspections.id', '=', inspectionId)
  if (!options.show_deleted_objects) query = query.where('inspections.deleted_at', 'is', null)
  const row = await query.executeTakeFirst()
  if (!row?.vehicle) throw new Problem('not_found')

  let images = selectImages(ctx).where('images.inspection_id', '=', inspectionId).orderBy('images.id', 'asc')
  if (!options.show_deleted_objects) images = images.where('images.deleted_at', 'is', null)
  const [imageRows, taskRows] = await Promise.all([
    images.execute(),
    selectTasks(ctx).where('tasks.inspection_id', '=', inspectionId).execute(),
  ])
  return {
    ...row,
    object_type: 'INSPECTION' as const,
    vehicle: vehicleJson(row.vehicle),
    images: imageRows.map((image) => ({ ...imageJson(ctx, image), views: [], rendered_outputs: [] })),
    tasks: taskRows.map(taskJson),
    damages: [],
    parts: [],
    wheel_analysis: [],
    severity_results: [],
    documents: [],
    pricing: null,
  }
}

function selectInspection(ctx: Context) {
  return visibleInspections(ctx, 'read').select((eb) => [
    ...SUMMARY_COLUMNS,
    'inspections.accident_nature',
    'inspections.related_inspection_id',
    'inspections.usage_duration',
    sql<FreeObject[]>`inspections.damage_areas`.as('damage_areas'),
    jsonObjectFrom(
      eb
        .selectFrom('vehicles')
        .selectAll('vehicles')
        .whereRef('vehicles.org_id', '=', 'inspections.org_id')
        .whereRef('vehicles.inspection_id', '=', 'inspections.id'),
    ).as('vehicle'),
  ])
}
