import { requireInspection } from '../../core/access/scope.ts'
import { makePage, readPage } from '../../core/contracts/paging.ts'
import type { Context } from '../../core/platform/context.ts'
import { comparisonSummaryJson, requireComparison, selectComparisons } from './queries.ts'
import type { ComparisonQuery } from './schema.ts'

/** Those of the organization or of one inspection, newest first. */
export async function listComparisons(ctx: Context, query: ComparisonQuery) {
  const { inspection_id } = query
  if (inspection_id !== undefined) await requireInspection(ctx, inspection_id, 'read')
  const page = readPage(query, ctx.config.PAGE_SIZE_MAX)
  if (page.cursor) await requireComparison(ctx, page.cursor, 'read')
  let comparisons = selectComparisons(ctx)
  if (inspection_id !== undefined)
    comparisons = comparisons.where((eb) =>
      eb.or([
        eb('comparisons.later_inspection_id', '=', inspection_id),
        eb('comparisons.earlier_inspection_id', '=', inspection_id),
      ]),
    )
  if (page.cursor) comparisons = comparisons.where('comparisons.id', page.comparison, page.cursor)
  const rows = await comparisons
    .orderBy('comparisons.id', page.direction)
    .limit(page.limit + 1)
    .execute()
  const { data, paging } = makePage(page, rows)
  return { data: data.map(comparisonSummaryJson), paging }
}
