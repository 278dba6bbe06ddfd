import { listedCounts, listedInspections } from '../../core/access/scope.ts'
import type { Context } from '../../core/platform/context.ts'
import { isOfVehicle, readMatches, selectMatching } from './queries.ts'
import type { CountInspectionsQuery } from './schema.ts'

/** How many inspections a list with the same filters has, read from counts the database keeps. */
export async function countInspections(ctx: Context, query: CountInspectionsQuery) {
  // A vehicle is found by its own index and has few inspections; these are counted one by one.
  const rows = isOfVehicle(query) ? await countMatching(ctx, query) : await sumCounts(ctx, query)
  const total = rows.reduce((sum, row) => sum + row.count, 0)
  return { total, sub_count: Object.fromEntries(rows.map((row) => [row.status, row.count])) }
}

async function sumCounts(ctx: Context, query: CountInspectionsQuery) {
  const rows = await selectCounts(ctx, query).execute()
  return rows.filter((row) => row.count > 0)
}

/** The sums of the kept counts, by status. */
export function selectCounts(ctx: Context, query: CountInspectionsQuery) {
  let counts = listedCounts(ctx, query.ownership_filter).select((eb) => [
    'status',
    eb.cast<number>(eb.fn.sum('amount'), 'bigint').as('count'),
  ])
  if (query.inspection_status) counts = counts.where('status', '=', query.inspection_status)
  if (!query.show_deleted) counts = counts.where('deleted', '=', false)
  return counts.groupBy('status').orderBy('status')
}

async function countMatching(ctx: Context, query: CountInspectionsQuery) {
  const matches = await readMatches(ctx, query.search)
  return selectMatching(listedInspections(ctx, query.ownership_filter), query, matches)
    .select((eb) => ['inspections.status', eb.fn.countAll<number>().as('count')])
    .groupBy('inspections.status')
    .orderBy('inspections.status')
    .execute()
}
