import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { AnalysisContext } from '../../analysis/working-picture.ts'
import { emit } from '../../core/contracts/events.ts'
import type { JobPayloads } from '../../core/contracts/jobs.ts'
import { type Context, inTransaction } from '../../core/platform/context.ts'
import { readLogo } from '../../core/platform/report-look.ts'
import { reportFileName } from '../../core/platform/stale-files.ts'
import { uuidv7 } from '../../core/platform/uuid.ts'
import { storageKey } from '../../inspection/images/storage-keys.ts'
import { announceUpload, finishUpload } from '../../inspection/images/uploads.ts'
import { COMPARISON_FORMAT } from './comparison/comparison-content.ts'
import { readContent, type ToPrint } from './content-to-print.ts'
import { endInError, eventOf, lockOpenReport, type ReportError } from './end-report.ts'
import { LayoutTooLong } from './pdf/lay-out.ts'
import { renderPdf, TEMPLATE_VERSION } from './pdf/render-pdf.ts'
import type { Typesetter } from './pdf/typesetter.ts'
import type { PrintedContent } from './printed-content.ts'
import { contentDigest } from './report-code.ts'
import { readPictures } from './report-pictures.ts'
import type { CreateReport } from './schema.ts'
import type { Signer } from './signing/open-signer.ts'
import { signPdf } from './signing/sign-pdf.ts'

/** `signer` is null where reports are not signed; `template` is another folder of report.typ, for tests. */
export type ReportContext = AnalysisContext & {
  readonly typesetter: Typesetter
  readonly signer: Signer | null
  readonly template?: string
}

type Job = JobPayloads['make_report']

/** Makes the PDF of a report and ends it. A second delivery finds it over and changes nothing. */
export async function makeReport(ctx: ReportContext, job: Job): Promise<void> {
  const report = await selectOpen(ctx, job)
  if (!report) return
  const print = await readContent(ctx, job, report)
  if (typeof print === 'string') return endReport(ctx, job, print)
  await recordProgress(ctx, job, 10)
  const { content } = print
  const pictures = await readPictures(ctx, print.image_ids)
  await recordProgress(ctx, job, 50)
  const pages = await laidOut(ctx, content, pictures)
  if (!pages) return endReport(ctx, job, 'too_long')
  const pdf = await signReport(ctx, pages, content, report.read_at)
  await recordProgress(ctx, job, 90)
  await endReport(ctx, job, {
    pdf,
    file_id: await storePdf(ctx, pdf, [
      job.inspection_id,
      ...(report.earlier_inspection_id ? [report.earlier_inspection_id] : []),
    ]),
    content_sha256: contentDigest(content),
    is_signed: ctx.signer !== null,
    ...print.seen,
  })
}

async function selectOpen(ctx: Context, { report_id }: Job) {
  return (
    ctx.db
      .selectFrom('reports')
      .select((eb) => [
        'created_at',
        'comparison_id',
        sql<CreateReport>`options`.as('options'),
        eb
          .selectFrom('comparisons')
          .select('comparisons.earlier_inspection_id')
          .whereRef('comparisons.org_id', '=', 'reports.org_id')
          .whereRef('comparisons.id', '=', 'reports.comparison_id')
          .as('earlier_inspection_id'),
      ])
      // A signature says when; the clock of this process may be wrong.
      .select(sql<string>`clock_timestamp()`.as('read_at'))
      .where('org_id', '=', ctx.org_id)
      .where('id', '=', report_id)
      .where('status', '=', 'IN_PROGRESS')
      .executeTakeFirst()
  )
}

/** Null where it takes too long: trying again would take as long. */
async function laidOut(
  ctx: ReportContext,
  content: PrintedContent,
  pictures: ReadonlyMap<string, Uint8Array>,
): Promise<Uint8Array | null> {
  const logoFile = ctx.config.REPORT_LOGO_FILE
  try {
    return await renderPdf(ctx.typesetter, content, pictures, {
      cpuMsMax: ctx.config.REPORT_TIMEOUT_MS,
      logo: logoFile === undefined ? null : readLogo(logoFile),
      template: ctx.template,
    })
  } catch (error) {
    if (!(error instanceof LayoutTooLong)) throw error
    ctx.log.error({ err: error, report_id: content.report_id }, 'report given up: its layout takes too long')
    return null
  }
}

async function signReport(
  ctx: ReportContext,
  pdf: Uint8Array,
  content: PrintedContent,
  signedAt: string,
): Promise<Uint8Array> {
  if (!ctx.signer) return pdf
  return signPdf(ctx.signer, pdf, {
    reason: `${content.format === COMPARISON_FORMAT ? 'Comparison' : 'Inspection report'} ${content.report_id}`,
    name: content.service_name,
    signed_at: new Date(signedAt),
  })
}

async function recordProgress(ctx: Context, job: Job, progress: number): Promise<void> {
  const { inspection_id, report_id } = job
  await inTransaction(ctx, async (ctx) => {
    const row = await ctx.db
      .updateTable('reports')
      .set({ progress })
      .where('org_id', '=', ctx.org_id)
      .where('id', '=', report_id)
      .where('status', '=', 'IN_PROGRESS')
      .where('progress', '<', progress)
      .returning('comparison_id')
      .executeTakeFirst()
    if (row) await emit(ctx, 'report.progressed', inspection_id, { ...eventOf(job, row), progress })
  })
}

/** Every attempt has an object of its own, so that what a slow one stores late is never taken for the report. */
async function storePdf(ctx: Context, pdf: Uint8Array, inspectionIds: string[]): Promise<string> {
  const fileId = uuidv7()
  await announceUpload(ctx, fileId, inspectionIds)
  const file = join(ctx.config.TEMPORARY_DIR, reportFileName(fileId))
  try {
    await writeFile(file, pdf)
    await ctx.storage.putFile(storageKey(ctx.org_id, fileId, 'report.pdf'), file, 'application/pdf')
    return fileId
  } finally {
    await rm(file, { force: true })
  }
}

type Made = {
  pdf: Uint8Array
  file_id: string
  content_sha256: string
  is_signed: boolean
} & ToPrint['seen']

/** `made` is the reason where it cannot be made. What a second attempt stores is not claimed, so it is swept. */
async function endReport(ctx: Context, job: Job, made: Made | ReportError): Promise<void> {
  const { inspection_id, report_id } = job
  await inTransaction(ctx, async (ctx) => {
    const found = await lockOpenReport(ctx, job)
    if (!found) return
    if (found === 'gone') return endInError(ctx, job, 'inspection_deleted')
    if (typeof made === 'string') return endInError(ctx, job, made)
    const { pdf, ...columns } = made
    const row = await ctx.db
      .updateTable('reports')
      .set({
        ...columns,
        status: 'DONE',
        progress: 100,
        done_at: sql`clock_timestamp()`,
        size_bytes: pdf.length,
        sha256: createHash('sha256').update(pdf).digest('hex'),
        template_version: TEMPLATE_VERSION,
      })
      .where('org_id', '=', ctx.org_id)
      .where('id', '=', report_id)
      .returning('comparison_id')
      .executeTakeFirstOrThrow()
    await finishUpload(ctx, made.file_id)
    await emit(ctx, 'report.done', inspection_id, eventOf(job, row))
  })
}
