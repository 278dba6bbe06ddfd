import { Problem } from '../contracts/problems.ts'
import { openObject } from '../images/open-object.ts'
import { storageKey } from '../images/storage-keys.ts'
import type { Context } from '../platform/context.ts'
import type { StoredObject } from '../platform/storage.ts'
import { isUuid } from '../platform/uuid.ts'

export type ReportFile = { etag: string; name: string; open: () => Promise<StoredObject> }

/** What a capability URL whose signature has been checked stands for. Gone with its inspection. */
export async function getReportFile(ctx: Context, reportId: string): Promise<ReportFile> {
  const row = isUuid(reportId)
    ? await ctx.db
        .selectFrom('reports')
        .innerJoin('inspections', (join) =>
          join
            .onRef('inspections.org_id', '=', 'reports.org_id')
            .onRef('inspections.id', '=', 'reports.inspection_id'),
        )
        .select(['reports.inspection_id', 'reports.sha256'])
        .where('reports.org_id', '=', ctx.org_id)
        .where('reports.id', '=', reportId)
        .where('reports.status', '=', 'DONE')
        .where('inspections.deleted_at', 'is', null)
        .executeTakeFirst()
    : undefined
  if (!row) throw new Problem('not_found')
  return {
    etag: `"${row.sha256}"`,
    name: `inspection-${row.inspection_id}.pdf`,
    open: () => openObject(ctx, storageKey(ctx.org_id, reportId, 'report.pdf')),
  }
}
