import { sql } from 'kysely'
import { visibleInspections } from '../access/scope.ts'
import { Problem } from '../contracts/problems.ts'
import type { FreeObject } from '../contracts/schema.ts'
import { type Context, inSnapshot } from '../platform/context.ts'
import { isUuid } from '../platform/uuid.ts'
import { pricingOf, totalPriceOf } from '../pricing/pricing-details.ts'
import { reportUrl } from '../reports/queries.ts'
import { vehicleJson } from '../vehicles/vehicle-json.ts'
import { childrenJson } from './inspection-json.ts'
import { methodologyOf, SUMMARY_COLUMNS, withMethodology, withReport, withVehicle } from './queries.ts'
import { selectChildren } from './select-children.ts'
import { vinWarnings } from './vin-warnings.ts'

export type ReadOptions = {
  show_deleted_objects: boolean
  /** Without polygons, most of the bytes. */
  light: boolean
  /** What a client says of itself; prices come in the shape that version can read. */
  sdkVersion: string | null
}

/** As it was at one moment: a task that is done stands beside what it found. */
export async function getInspection(ctx: Context, inspectionId: string, options: ReadOptions) {
  if (!isUuid(inspectionId)) throw new Problem('not_found')
  return inSnapshot(ctx, (ctx) => readInspection(ctx, visibleInspections(ctx, 'read'), inspectionId, options))
}

/** Two statements: the inspection, and everything that belongs to it. */
export async function readInspection(
  ctx: Context,
  inspections: ReturnType<typeof visibleInspections>,
  inspectionId: string,
  options: ReadOptions,
) {
  let query = selectInspection(ctx, inspections).where('inspections.id', '=', inspectionId)
  if (!options.show_deleted_objects) query = query.where('inspections.deleted_at', 'is', null)
  const row = await query.executeTakeFirst()
  if (!row?.vehicle) throw new Problem('not_found')
  const { report_id, vehicle, methodology, ...fields } = row
  const children = await selectChildren(ctx, inspectionId, {
    findings: true,
    details: options.light ? 'light' : 'full',
    deleted: options.show_deleted_objects,
  })
  return {
    ...fields,
    object_type: 'INSPECTION' as const,
    vehicle: {
      ...vehicleJson(vehicle),
      vin_warnings: vinWarnings(vehicle),
      repair_estimate: totalPriceOf(children.pricings),
    },
    ...childrenJson(ctx, children, options),
    pricing: pricingOf(children.pricings, methodologyOf(methodology), options.sdkVersion),
    pdf_generation_ready: row.status === 'DONE' || row.status === 'VALIDATED',
    pdf_url: report_id === null ? null : reportUrl(ctx, report_id),
  }
}

function selectInspection(ctx: Context, inspections: ReturnType<typeof visibleInspections>) {
  return inspections.select((eb) => [
    ...SUMMARY_COLUMNS,
    'inspections.version',
    'inspections.accident_nature',
    'inspections.related_inspection_id',
    'inspections.usage_duration',
    sql<FreeObject[]>`inspections.damage_areas`.as('damage_areas'),
    withVehicle(eb),
    withReport(ctx),
    withMethodology(eb),
  ])
}
