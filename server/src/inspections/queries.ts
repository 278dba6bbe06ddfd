import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { FreeObject } from '../contracts/schema.ts'
import type { INSPECTION_STATUSES } from '../contracts/tasks.ts'
import { condition } from '../platform/condition.ts'
import type { Context } from '../platform/context.ts'
import type { DB } from '../platform/database-types.ts'
import { METHODOLOGIES, type Methodology } from '../pricing/pricing-details.ts'
import { selectLatestReport } from '../reports/queries.ts'

/** What one inspection and a list of them both show. */
export const SUMMARY_COLUMNS = [
  'inspections.id',
  'inspections.created_at',
  'inspections.deleted_at',
  'inspections.owner_id',
  'inspections.creator_id',
  sql<(typeof INSPECTION_STATUSES)[number]>`inspections.status`.as('status'),
  'inspections.inspection_type',
  sql<FreeObject>`inspections.additional_data`.as('additional_data'),
] as const

export function withVehicle(eb: ExpressionBuilder<DB, 'inspections'>) {
  return jsonObjectFrom(
    eb
      .selectFrom('vehicles')
      .selectAll('vehicles')
      .whereRef('vehicles.org_id', '=', 'inspections.org_id')
      .whereRef('vehicles.inspection_id', '=', 'inspections.id'),
  ).as('vehicle')
}

/** The report that counts, once it is there to be opened. */
export function withReport(ctx: Context) {
  return selectLatestReport(ctx, sql.ref<string>('inspections.id'))
    .select(sql<string | null>`case when reports.status = 'DONE' then reports.id end`.as('id'))
    .as('report_id')
}

/** Prices stand under the methodology that the pricing task asks for. */
export function withMethodology(eb: ExpressionBuilder<DB, 'inspections'>) {
  return eb
    .selectFrom('tasks')
    .select(sql<string | null>`tasks.arguments ->> 'methodology'`.as('methodology'))
    .whereRef('tasks.org_id', '=', 'inspections.org_id')
    .whereRef('tasks.inspection_id', '=', 'inspections.id')
    .where('tasks.name', '=', 'pricing')
    .as('methodology')
}

export function methodologyOf(asked: string | null): Methodology {
  return METHODOLOGIES.find((known) => known === asked) ?? 'labor_cost'
}

type Filters = {
  inspection_status?: string
  show_deleted: boolean
  vin?: string
  plate?: string
  search?: string
}

/** The filters a list and a count share. */
export function matching<O>(inspections: SelectQueryBuilder<DB, 'inspections', O>, filters: Filters) {
  let rows = inspections
  if (filters.inspection_status) rows = rows.where('inspections.status', '=', filters.inspection_status)
  if (!filters.show_deleted) rows = rows.where('inspections.deleted_at', 'is', null)
  if (isOfVehicle(filters)) rows = rows.where((eb) => eb.exists(vehicleWith(eb, filters)))
  return rows
}

export const isOfVehicle = ({ vin, plate, search }: Pick<Filters, 'vin' | 'plate' | 'search'>): boolean =>
  !!(vin || plate || search)

function vehicleWith(eb: ExpressionBuilder<DB, 'inspections'>, { vin, plate, search }: Filters) {
  let vehicles = eb
    .selectFrom('vehicles')
    .select('vehicles.id')
    .whereRef('vehicles.org_id', '=', 'inspections.org_id')
    .whereRef('vehicles.inspection_id', '=', 'inspections.id')
  if (vin) vehicles = vehicles.where('vehicles.vin', '=', vin)
  if (plate) vehicles = vehicles.where('vehicles.plate', '=', plate)
  if (search)
    vehicles = vehicles.where((eb) =>
      eb.or([beginsWith('vehicles.plate_key', search), beginsWith('vehicles.vin_key', search)]),
    )
  return vehicles
}

/** As a range: row-level security lets no LIKE into an index scan. No character is behind the last one. */
function beginsWith(column: 'vehicles.plate_key' | 'vehicles.vin_key', term: string) {
  const key = sql`search_key(${term})`
  return condition`${sql.ref(column)} >= ${key} and ${sql.ref(column)} < ${key} || ${'\u{10FFFF}'}::text`
}
