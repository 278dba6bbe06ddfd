import { sql } from 'kysely'
import type { Context } from '../platform/context.ts'
import type { Report, ReportState } from './schema.ts'

/** Opens the PDF without a token, for a while. */
export function reportUrl(ctx: Context, reportId: string): string {
  return ctx.pictureUrls.signReport({ org_id: ctx.org_id, report_id: reportId })
}

/** The report of an inspection that counts: the last one, unless it failed. Those before it are kept. */
export async function latestReport(ctx: Context, inspectionId: string) {
  return ctx.db
    .selectFrom('reports')
    .select([
      'id',
      'created_at',
      sql<Report['source']>`source`.as('source'),
      sql<ReportState['status']>`status`.as('status'),
    ])
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .where('status', '!=', 'ERROR')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
