import { Problem } from '../../core/contracts/problems.ts'
import { type Context, inTransaction } from '../../core/platform/context.ts'
import { requireRoomForBytes } from '../../tenancy/quotas/require-room.ts'
import { lockComparison, requireComparison } from '../comparisons/queries.ts'
import { selectLatestComparisonReport } from './queries.ts'
import { findRequested, insertReport, requireLanguage } from './request-report.ts'
import type { CreateComparisonReport, ReportState } from './schema.ts'

/** Asks for the paper of a comparison, as it is now. */
export async function createComparisonReport(
  ctx: Context,
  comparisonId: string,
  options: CreateComparisonReport,
): Promise<ReportState> {
  await requireComparison(ctx, comparisonId, 'update')
  await requireRoomForBytes(ctx)
  requireLanguage(options)
  return inTransaction(ctx, async (ctx) => {
    const { status, later_inspection_id } = await lockComparison(ctx, comparisonId, 'update')
    if (status !== 'DONE') throw new Problem('comparison_not_done')
    const of = { inspection_id: later_inspection_id, comparison_id: comparisonId }
    const report_id =
      (await findRequested(selectLatestComparisonReport(ctx, comparisonId), options)) ??
      (await insertReport(ctx, of, options))
    return { id: comparisonId, object_type: 'REPORT', report_id, status: 'IN_PROGRESS' }
  })
}
