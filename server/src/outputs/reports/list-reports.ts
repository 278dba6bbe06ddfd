import { requireInspection } from '../../core/access/scope.ts'
import type { Context } from '../../core/platform/context.ts'
import { reportVersionJson, selectReports } from './queries.ts'
import type { ReportVersion } from './schema.ts'

/** All of them: an inspection may have REPORTS_PER_INSPECTION_MAX. */
export async function listReports(ctx: Context, inspectionId: string): Promise<{ data: ReportVersion[] }> {
  await requireInspection(ctx, inspectionId, 'read')
  const rows = await selectReports(ctx)
    .where('reports.inspection_id', '=', inspectionId)
    .where('reports.comparison_id', 'is', null)
    .orderBy('reports.id', 'desc')
    .execute()
  return { data: rows.map((row) => reportVersionJson(ctx, row)) }
}
