import type { Context } from '../../core/platform/context.ts'
import { requireComparison } from '../comparisons/queries.ts'
import { readReport } from './get-report.ts'
import { selectComparisonReports, selectLatestComparisonReport } from './queries.ts'
import type { Report } from './schema.ts'

/** Waits for one that is being made, as long as the caller wants to. */
export async function getComparisonReport(
  ctx: Context,
  comparisonId: string,
  waitMs: number,
): Promise<Report> {
  const { later_inspection_id } = await requireComparison(ctx, comparisonId, 'read')
  return readReport(ctx, later_inspection_id, waitMs, {
    require: () => requireComparison(ctx, comparisonId, 'read'),
    all: () => selectComparisonReports(ctx, comparisonId),
    latest: () => selectLatestComparisonReport(ctx, comparisonId),
  })
}
