import { lockVisibleInspection } from '../../core/access/lock-inspection.ts'
import { requireInspection } from '../../core/access/scope.ts'
import { type Context, inTransaction } from '../../core/platform/context.ts'
import type { CheckActiveContent } from '../../core/platform/pdfs/check-active-content.ts'
import type { Upload } from '../../inspection/images/acquire-file.ts'
import { requireRoomForBytes } from '../../tenancy/quotas/require-room.ts'
import { selectLatestReport } from './queries.ts'
import { findRequested, insertReport, type ReportOptions, requireLanguage } from './request-report.ts'
import type { CreateReport, ReportState } from './schema.ts'
import { uploadReport } from './upload-report.ts'

/** Asks for a report to be made, or takes the one the client has made itself. */
export async function createReport(
  ctx: Context,
  inspectionId: string,
  input: CreateReport,
  upload: Upload,
  check: CheckActiveContent,
): Promise<ReportState> {
  await requireInspection(ctx, inspectionId, 'update')
  await requireRoomForBytes(ctx)
  const { pdf_post_strategy, ...options } = input
  if (pdf_post_strategy === 'upload' || upload) return uploadReport(ctx, inspectionId, upload, check)
  requireLanguage(options)
  return requestReport(ctx, inspectionId, options)
}

async function requestReport(
  ctx: Context,
  inspectionId: string,
  options: ReportOptions,
): Promise<ReportState> {
  return inTransaction(ctx, async (ctx) => {
    await lockVisibleInspection(ctx, inspectionId, 'update')
    const report_id =
      (await findRequested(selectLatestReport(ctx, inspectionId), options)) ??
      (await insertReport(ctx, { inspection_id: inspectionId }, options))
    return { id: inspectionId, object_type: 'REPORT', report_id, status: 'IN_PROGRESS' }
  })
}
