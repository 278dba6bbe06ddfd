import { sql } from 'kysely'
import { type Reach, reachedInspections, reachOf } from '../../core/access/scope.ts'
import { openBounded } from '../../core/contracts/array-within.ts'
import { Problem } from '../../core/contracts/problems.ts'
import type { FreeObject } from '../../core/contracts/schema.ts'
import type { Context } from '../../core/platform/context.ts'
import { createStatement, keepStatements, type LaterOf } from '../../core/platform/statement.ts'
import { isUuid } from '../../core/platform/uuid.ts'
import { pricingOf, totalPriceOf } from '../../findings/pricing/pricing-details.ts'
import { vehicleJson } from '../../inspection/vehicles/vehicle-json.ts'
import { reportUrl } from '../../outputs/reports/queries.ts'
import { childrenJson } from './inspection-json.ts'
import { methodologyOf, SUMMARY_COLUMNS, withMethodology, withReport, withVehicle } from './queries.ts'
import { KINDS, selectKinds } from './select-children.ts'
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
  return readInspection(ctx, reachOf(ctx, 'read'), inspectionId, options)
}

/** One statement, so that everything is of one moment. */
export async function readInspection(ctx: Context, reach: Reach, inspectionId: string, options: ReadOptions) {
  const limit_bytes = ctx.config.ANSWER_BYTES_MAX
  const read = statementOf(ctx, reach, options.show_deleted_objects, options.light)
  const [row] = await read(ctx.db, {
    org_id: ctx.org_id,
    subject: ctx.principal.subject,
    inspection_id: inspectionId,
    limit_bytes,
  })
  if (!row?.vehicle) throw new Problem('not_found')
  const { report_id, vehicle, methodology, ...more } = row
  const { images, parts, damages, views, rendered_outputs, wheels, documents, pricings, tasks, ...fields } =
    more
  const children = openBounded({
    images,
    parts,
    damages,
    views,
    rendered_outputs,
    wheels,
    documents,
    pricings,
    tasks,
  })
  if (!children) throw new Problem('answer_too_large', { limit_bytes })
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

type Values = { org_id: string; subject: string; inspection_id: string; limit_bytes: number }
const statementOf = keepStatements((ctx: Context, reach: Reach, deleted: boolean, light: boolean) =>
  createStatement((later: LaterOf<Values>) => {
    const principal = { ...ctx.principal, subject: later('subject') }
    const anyone = { ...ctx, org_id: later('org_id'), principal }
    const wanted = { findings: true, details: light ? 'light' : 'full', deleted } as const
    const id = sql.ref<string>('inspections.id')
    let query = reachedInspections(anyone, reach).where('inspections.id', '=', later('inspection_id'))
    if (!deleted) query = query.where('inspections.deleted_at', 'is', null)
    return query
      .leftJoinLateral(selectKinds(anyone, id, wanted, later('limit_bytes')).as('children'), (join) =>
        join.onTrue(),
      )
      .select((eb) => [
        ...SUMMARY_COLUMNS,
        'inspections.version',
        'inspections.accident_nature',
        'inspections.related_inspection_id',
        'inspections.usage_duration',
        sql<FreeObject[]>`inspections.damage_areas`.as('damage_areas'),
        withVehicle(eb),
        withReport(anyone),
        withMethodology(eb),
      ])
      .select(KINDS.map((kind) => `children.${kind}` as const))
  }),
)
