import { requireRow } from '../../core/contracts/require-row.ts'
import type { Context } from '../../core/platform/context.ts'
import type { StoredObject } from '../../core/platform/storage.ts'
import { openObject } from '../../inspection/images/open-object.ts'
import { storageKey } from '../../inspection/images/storage-keys.ts'
import { SHOWS_NOTHING_DELETED } from './queries.ts'

/** `is_own`: made by this service, and so known to hold nothing but a report. */
export type ReportFile = { etag: string; name: string; is_own: boolean; open: () => Promise<StoredObject> }

/** What a capability URL whose signature has been checked stands for. Gone with what it shows. */
export async function getReportFile(ctx: Context, reportId: string): Promise<ReportFile> {
  const row = await requireRow(
    reportId,
    ctx.db
      .selectFrom('reports')
      .innerJoin('inspections', (join) =>
        join
          .onRef('inspections.org_id', '=', 'reports.org_id')
          .onRef('inspections.id', '=', 'reports.inspection_id'),
      )
      .select([
        'reports.inspection_id',
        'reports.comparison_id',
        'reports.sha256',
        'reports.file_id',
        'reports.source',
      ])
      .where('reports.org_id', '=', ctx.org_id)
      .where('reports.id', '=', reportId)
      .where('reports.status', '=', 'DONE')
      .where('reports.file_erased_at', 'is', null)
      .where('inspections.deleted_at', 'is', null)
      .where(SHOWS_NOTHING_DELETED),
  )
  return {
    etag: `"${row.sha256}"`,
    is_own: row.source === 'generated',
    name: row.comparison_id ? `comparison-${row.comparison_id}.pdf` : `inspection-${row.inspection_id}.pdf`,
    open: () => openObject(ctx, storageKey(ctx.org_id, row.file_id ?? reportId, 'report.pdf')),
  }
}
