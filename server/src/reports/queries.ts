import type { Expression } from 'kysely'
import type { Context } from '../platform/context.ts'

/** Opens the PDF without a token, for a while. */
export function reportUrl(ctx: Context, reportId: string): string {
  return ctx.pictureUrls.signReport({ org_id: ctx.org_id, report_id: reportId })
}

/**
 * The report of an inspection that counts: the last one that has not failed, be it done or not. Those before it are
 * kept. The caller says what it wants to know of it.
 */
export function selectLatestReport(ctx: Context, inspectionId: string | Expression<string>) {
  return ctx.db
    .selectFrom('reports')
    .where('reports.org_id', '=', ctx.org_id)
    .where('reports.inspection_id', '=', inspectionId)
    .where('reports.status', '!=', 'ERROR')
    .orderBy('reports.id', 'desc')
    .limit(1)
}
