import { type Expression, sql } from 'kysely'
import { condition } from '../../core/platform/condition.ts'
import type { Context } from '../../core/platform/context.ts'
import { codeOf } from './report-code.ts'
import type { Report, ReportVersion } from './schema.ts'

/** Opens the PDF without a token, for a while. */
export function reportUrl(ctx: Context, reportId: string): string {
  return ctx.pictureUrls.signReport({ org_id: ctx.org_id, report_id: reportId })
}

/**
 * The report of an inspection that counts: the last one that has not failed, be it done or not. Those before it are
 * kept. The caller says what it wants to know of it.
 */
export function selectLatestReport(ctx: Context, inspectionId: string | Expression<string>) {
  return latestOf(selectOwnReports(ctx, inspectionId))
}

/** The same of the papers of a comparison. */
export function selectLatestComparisonReport(ctx: Context, comparisonId: string) {
  return latestOf(selectComparisonReports(ctx, comparisonId))
}

const latestOf = (reports: ReturnType<typeof selectOwnReports>) =>
  reports.where('reports.status', '!=', 'ERROR').orderBy('reports.id', 'desc').limit(1)

/** Those of the inspection itself. Clients that know of no comparison must never be given the paper of one. */
export function selectOwnReports(ctx: Context, inspectionId: string | Expression<string>) {
  return ctx.db
    .selectFrom('reports')
    .where('reports.org_id', '=', ctx.org_id)
    .where('reports.inspection_id', '=', inspectionId)
    .where('reports.comparison_id', 'is', null)
}

export function selectComparisonReports(ctx: Context, comparisonId: string) {
  return ctx.db
    .selectFrom('reports')
    .where('reports.org_id', '=', ctx.org_id)
    .where('reports.comparison_id', '=', comparisonId)
    .where(SHOWS_NOTHING_DELETED)
}

/** Its paper is gone with a comparison, and one that shows pictures of an inspection that was deleted since as well. */
export const SHOWS_NOTHING_DELETED = condition`not exists (
  select from comparisons c
  join inspections earlier on earlier.org_id = c.org_id and earlier.id = c.earlier_inspection_id
  where c.org_id = reports.org_id and c.id = reports.comparison_id
    and (c.deleted_at is not null or earlier.deleted_at >= reports.created_at))`

/** Reports with their number among those of the inspection. The caller says which ones and in which order. */
export function selectReports(ctx: Context) {
  return ctx.db
    .selectFrom('reports')
    .where('reports.org_id', '=', ctx.org_id)
    .select([
      'reports.id',
      'reports.inspection_id',
      'reports.comparison_id',
      'reports.created_at',
      'reports.created_by',
      'reports.done_at',
      'reports.progress',
      'reports.error',
      'reports.sha256',
      'reports.content_sha256',
      'reports.is_signed',
      'reports.file_erased_at',
      sql<Report['source']>`reports.source`.as('source'),
      sql<Report['status']>`reports.status`.as('status'),
      sql<number>`(
        select count(*) from reports earlier where earlier.org_id = reports.org_id
          and earlier.inspection_id = reports.inspection_id
          and earlier.comparison_id is not distinct from reports.comparison_id and earlier.id <= reports.id)`.as(
        'number',
      ),
      // Of an uploaded one nobody knows what it shows.
      condition<boolean | null>`case when reports.comparison_id is null
        then count_changes(reports.org_id, reports.inspection_id) > reports.change_count
        else has_comparison_changed(reports.org_id, reports.comparison_id, reports.comparison_version,
          reports.estimate_version) end`.as('is_outdated'),
    ])
}

export type ReportRow = Awaited<ReturnType<ReturnType<typeof selectReports>['execute']>>[number]

/** On the wire a report goes by the id of its inspection or comparison. */
export function reportJson(ctx: Context, row: ReportRow): Report {
  const { id, inspection_id, comparison_id, content_sha256, file_erased_at: _erased, ...fields } = row
  return {
    ...fields,
    id: comparison_id ?? inspection_id,
    object_type: 'REPORT',
    report_id: id,
    pdf_url: reportUrl(ctx, id),
    verification_code: content_sha256 === null ? null : codeOf(content_sha256),
  }
}

/** One that is not done has no address yet. */
export function reportVersionJson(ctx: Context, row: ReportRow): ReportVersion {
  const report = reportJson(ctx, row)
  const isThere = row.status === 'DONE' && row.file_erased_at === null
  return { ...report, pdf_url: isThere ? report.pdf_url : null }
}
