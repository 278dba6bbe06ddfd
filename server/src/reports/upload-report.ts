import { open } from 'node:fs/promises'
import { holdInspection } from '../access/hold-inspection.ts'
import { emit } from '../contracts/events.ts'
import { requireRoom } from '../contracts/limits.ts'
import { Problem } from '../contracts/problems.ts'
import type { Upload } from '../images/acquire-file.ts'
import { storageKey } from '../images/storage-keys.ts'
import { announceUpload, claimUpload } from '../images/uploads.ts'
import { type Context, inTransaction } from '../platform/context.ts'
import type { ReceivedFile } from '../platform/receive-file.ts'
import { uuidv7 } from '../platform/uuid.ts'
import type { ReportState } from './schema.ts'

const FILE_KEY = 'pdf_data'
/** ISO 32000-2, 7.5.2: the file begins with these bytes and the version. */
const MARK = '%PDF-'

/** A report that the client made itself is done as soon as it is stored. */
export async function uploadReport(ctx: Context, inspectionId: string, upload: Upload): Promise<ReportState> {
  if (upload?.fileKey !== FILE_KEY) throw new Problem('report_file_missing')
  const { file } = upload
  await requirePdf(file)
  const report_id = uuidv7()
  await storeReport(ctx, report_id, file)
  return inTransaction(ctx, async (ctx) => {
    await claimUpload(ctx, report_id)
    await holdInspection(ctx, inspectionId, 'update')
    await requireRoom(ctx, 'reports', inspectionId, ctx.config.REPORTS_PER_INSPECTION_MAX)
    await ctx.db
      .insertInto('reports')
      .values({
        org_id: ctx.org_id,
        inspection_id: inspectionId,
        id: report_id,
        created_by: ctx.principal.subject,
        source: 'uploaded',
        status: 'DONE',
        size_bytes: file.sizeBytes,
        sha256: file.sha256,
      })
      .execute()
    await emit(ctx, 'report.done', inspectionId, { report_id })
    return { id: inspectionId, object_type: 'REPORT', report_id, status: 'DONE' }
  })
}

async function requirePdf(file: ReceivedFile): Promise<void> {
  await using handle = await open(file.path)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(MARK.length))
  if (buffer.toString('latin1', 0, bytesRead) !== MARK) throw new Problem('report_unsupported')
}

async function storeReport(ctx: Context, reportId: string, file: ReceivedFile): Promise<void> {
  await announceUpload(ctx, reportId)
  try {
    await ctx.storage.putFile(storageKey(ctx.org_id, reportId, 'report.pdf'), file.path, 'application/pdf')
  } catch (error) {
    throw new Problem('unavailable', {}, [], error)
  }
}
