import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { FreeObject } from '../../core/contracts/schema.ts'
import type { INSPECTION_STATUSES } from '../../core/contracts/tasks.ts'
import { condition } from '../../core/platform/condition.ts'
import type { Context } from '../../core/platform/context.ts'
import { anyOf } from '../../core/platform/database.ts'
import type { DB } from '../../core/platform/database-types.ts'
import { METHODOLOGIES, type Methodology } from '../../findings/pricing/pricing-details.ts'
import { selectLatestReport } from '../../outputs/reports/queries.ts'

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
    .select(
      sql<
        string | null
      >`case when reports.status = 'DONE' and reports.file_erased_at is null then reports.id end`.as('id'),
    )
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

/** The filters a list and a count share. `matches` are those of the search, from `readMatches`. */
export function selectMatching<O>(
  inspections: SelectQueryBuilder<DB, 'inspections', O>,
  filters: Filters,
  matches: Matches,
) {
  let rows = inspections
  const { inspection_status, vin, plate, search } = filters
  if (inspection_status) rows = rows.where('inspections.status', '=', inspection_status)
  if (!filters.show_deleted) rows = rows.where('inspections.deleted_at', 'is', null)
  if (vin) rows = rows.where((eb) => eb.exists(vehicles(eb).where('vehicles.vin', '=', vin)))
  if (plate) rows = rows.where((eb) => eb.exists(vehicles(eb).where('vehicles.plate', '=', plate)))
  if (!search) return rows
  if (matches) return rows.where('inspections.id', '=', anyOf(matches))
  return rows.where((eb) => eb.exists(vehicles(eb).where(holds(search))))
}

export const isOfVehicle = ({ vin, plate, search }: Pick<Filters, 'vin' | 'plate' | 'search'>): boolean =>
  !!(vin || plate || search)

function vehicles(eb: ExpressionBuilder<DB, 'inspections'>) {
  return eb
    .selectFrom('vehicles')
    .select('vehicles.id')
    .whereRef('vehicles.org_id', '=', 'inspections.org_id')
    .whereRef('vehicles.inspection_id', '=', 'inspections.id')
}

/** A term with more matches is common: a page of it is full after a few vehicles, looked at one by one. */
const MATCHES_MAX = 1_000

/** The inspections whose vehicles match a search; null where there are too many to name, and where nothing is searched. */
export type Matches = string[] | null

export async function readMatches(ctx: Context, search: string | undefined): Promise<Matches> {
  if (!search) return null
  const rows = await selectMatches(ctx, search).execute()
  return rows.length > MATCHES_MAX ? null : [...new Set(rows.map((row) => row.inspection_id))]
}

/**
 * Any part of a word begins one of its endings that are kept. As a range: row-level security lets no LIKE into an index
 * scan. No character is behind the last one.
 */
export function selectMatches(ctx: Context, search: string) {
  const key = sql`search_key(${search})`
  return ctx.db
    .selectFrom('vehicle_search_keys')
    .select('inspection_id')
    .where('org_id', '=', ctx.org_id)
    .where(condition`key >= ${key} and key < ${key} || ${'\u{10FFFF}'}::text`)
    .orderBy('key')
    .limit(MATCHES_MAX + 1)
}

/** The same by looking at the vehicle itself. */
function holds(search: string) {
  const key = sql`search_key(${search})`
  return condition`position(${key} in coalesce(vehicles.plate_key, '')) > 0
    or position(${key} in coalesce(vehicles.vin_key, '')) > 0
    or position(${key} in coalesce(search_key(concat(vehicles.brand, vehicles.model)), '')) > 0`
}
