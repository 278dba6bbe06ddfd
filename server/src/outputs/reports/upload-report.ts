import { open } from 'node:fs/promises'
import { sql } from 'kysely'
import { lockVisibleInspection } from '../../core/access/lock-inspection.ts'
import { emit } from '../../core/contracts/events.ts'
import { requireRoom } from '../../core/contracts/limits.ts'
import { Problem } from '../../core/contracts/problems.ts'
import { type Context, inTransaction } from '../../core/platform/context.ts'
import type { CheckActiveContent } from '../../core/platform/pdfs/check-active-content.ts'
import { discardFile, type ReceivedFile } from '../../core/platform/receive-file.ts'
import { uuidv7 } from '../../core/platform/uuid.ts'
import { takeFile, type Upload } from '../../inspection/images/acquire-file.ts'
import { storageKey } from '../../inspection/images/storage-keys.ts'
import { announceUpload, finishUpload } from '../../inspection/images/uploads.ts'
import { requireBytesStored } from '../../tenancy/quotas/require-room.ts'
import type { ReportState } from './schema.ts'

const FILE_KEY = 'pdf_data'
/** ISO 32000-2, 7.5.2: the file begins with these bytes and the version. */
const MARK = '%PDF-'

/** A report that the client made itself is done as soon as it is stored. */
export async function uploadReport(
  ctx: Context,
  inspectionId: string,
  upload: Upload,
  check: CheckActiveContent,
): Promise<ReportState> {
  if (upload?.fileKey !== FILE_KEY) throw new Problem('report_file_missing')
  const file = takeFile(upload)
  const report_id = uuidv7()
  try {
    await requirePdf(file)
    await requirePassive(ctx, file, check)
    await storeReport(ctx, inspectionId, report_id, file)
  } finally {
    await discardFile(file)
  }
  return inTransaction(ctx, async (ctx) => {
    await finishUpload(ctx, report_id)
    await lockVisibleInspection(ctx, inspectionId, 'update')
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
        progress: 100,
        done_at: sql`clock_timestamp()`,
        size_bytes: file.sizeBytes,
        sha256: file.sha256,
      })
      .execute()
    await emit(ctx, 'report.done', inspectionId, { report_id })
    await requireBytesStored(ctx, file.sizeBytes)
    return { id: inspectionId, object_type: 'REPORT', report_id, status: 'DONE' }
  })
}

async function requirePdf(file: ReceivedFile): Promise<void> {
  await using handle = await open(file.path)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(MARK.length))
  if (buffer.toString('latin1', 0, bytesRead) !== MARK) throw new Problem('report_unsupported')
}

/** Others open this file later, with programs that do what it says. */
async function requirePassive(ctx: Context, file: ReceivedFile, check: CheckActiveContent): Promise<void> {
  const found = await check(ctx.org_id, file.path)
  if (found.length > 0) throw new Problem('report_active', { found })
}

async function storeReport(
  ctx: Context,
  inspectionId: string,
  reportId: string,
  file: ReceivedFile,
): Promise<void> {
  await announceUpload(ctx, reportId, [inspectionId])
  try {
    await ctx.storage.putFile(storageKey(ctx.org_id, reportId, 'report.pdf'), file.path, 'application/pdf')
  } catch (error) {
    throw new Problem('unavailable', {}, [], error)
  }
}
