import { sql } from 'kysely'
import { requireInspection } from '../access/scope.ts'
import { Problem } from '../contracts/problems.ts'
import type { Context } from '../platform/context.ts'
import { reportUrl, selectLatestReport } from './queries.ts'
import type { Report } from './schema.ts'

export async function getReport(ctx: Context, inspectionId: string): Promise<Report> {
  await requireInspection(ctx, inspectionId, 'read')
  const report = await selectLatestReport(ctx, inspectionId)
    .select(['id', 'created_at', 'status', sql<Report['source']>`source`.as('source')])
    .executeTakeFirst()
  if (!report) throw new Problem('report_not_requested')
  if (report.status !== 'DONE') throw new Problem('report_not_ready')
  const { id: report_id, created_at, source } = report
  return {
    id: inspectionId,
    object_type: 'REPORT',
    report_id,
    pdf_url: reportUrl(ctx, report_id),
    created_at,
    source,
  }
}
