import { LANGUAGES } from '@walkaround/catalog/languages'
import { holdInspection } from '../access/hold-inspection.ts'
import { requireInspection } from '../access/scope.ts'
import { emit } from '../contracts/events.ts'
import { enqueue } from '../contracts/jobs.ts'
import { requireRoom } from '../contracts/limits.ts'
import { Problem } from '../contracts/problems.ts'
import type { Upload } from '../images/acquire-file.ts'
import { type Context, inTransaction, type TransactionContext } from '../platform/context.ts'
import { json } from '../platform/database.ts'
import type { CheckActiveContent } from '../platform/pdfs/check-active-content.ts'
import { uuidv7 } from '../platform/uuid.ts'
import { requireRoomForBytes } from '../quotas/require-room.ts'
import { languageOf } from './content/report-frame.ts'
import { selectLatestReport } from './queries.ts'
import type { CreateReport, ReportState } from './schema.ts'
import { uploadReport } from './upload-report.ts'

type Options = Omit<CreateReport, 'pdf_post_strategy'>

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
  if (!languageOf(options.language))
    throw new Problem('report_language_unknown', {
      language: options.language ?? '',
      known: [...LANGUAGES],
    })
  return requestReport(ctx, inspectionId, options)
}

async function requestReport(ctx: Context, inspectionId: string, options: Options): Promise<ReportState> {
  return inTransaction(ctx, async (ctx) => {
    await holdInspection(ctx, inspectionId, 'update')
    const report_id =
      (await findRequested(ctx, inspectionId, options)) ?? (await insertReport(ctx, inspectionId, options))
    return { id: inspectionId, object_type: 'REPORT', report_id, status: 'IN_PROGRESS' }
  })
}

/** Clients ask again while they wait; the same wish is not worked on twice, unless another report has come after it. */
async function findRequested(
  ctx: TransactionContext,
  inspectionId: string,
  options: Options,
): Promise<string | undefined> {
  const latest = await selectLatestReport(ctx, inspectionId)
    .select((eb) => ['id', 'status', eb('options', '=', json(options)).as('same')])
    .executeTakeFirst()
  return latest?.status === 'IN_PROGRESS' && latest.same ? latest.id : undefined
}

async function insertReport(
  ctx: TransactionContext,
  inspectionId: string,
  options: Options,
): Promise<string> {
  await requireRoom(ctx, 'reports', inspectionId, ctx.config.REPORTS_PER_INSPECTION_MAX)
  const id = uuidv7()
  await ctx.db
    .insertInto('reports')
    .values({
      org_id: ctx.org_id,
      inspection_id: inspectionId,
      id,
      created_by: ctx.principal.subject,
      source: 'generated',
      status: 'IN_PROGRESS',
      options: json(options),
    })
    .execute()
  await enqueue(ctx, 'make_report', { org_id: ctx.org_id, inspection_id: inspectionId, report_id: id })
  await emit(ctx, 'report.requested', inspectionId, { report_id: id })
  return id
}
