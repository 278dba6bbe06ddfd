import { LANGUAGES } from '@walkaround/catalog/languages'
import { emit } from '../../core/contracts/events.ts'
import { enqueue } from '../../core/contracts/jobs.ts'
import { requireRoom } from '../../core/contracts/limits.ts'
import { Problem } from '../../core/contracts/problems.ts'
import type { TransactionContext } from '../../core/platform/context.ts'
import { json } from '../../core/platform/database.ts'
import { uuidv7 } from '../../core/platform/uuid.ts'
import { languageOf } from './content/report-frame.ts'
import type { selectLatestReport } from './queries.ts'
import type { CreateReport } from './schema.ts'

export type ReportOptions = Omit<CreateReport, 'pdf_post_strategy'>

export function requireLanguage({ language }: Pick<ReportOptions, 'language'>): void {
  if (!languageOf(language))
    throw new Problem('report_language_unknown', { language: language ?? '', known: [...LANGUAGES] })
}

/** Clients ask again while they wait; the same wish is not worked on twice, unless another report has come after it. */
export async function findRequested(
  latest: ReturnType<typeof selectLatestReport>,
  options: ReportOptions,
): Promise<string | undefined> {
  const found = await latest
    .select((eb) => ['id', 'status', eb('options', '=', json(options)).as('same')])
    .executeTakeFirst()
  return found?.status === 'IN_PROGRESS' && found.same ? found.id : undefined
}

/** The paper of a comparison is filed under its later inspection. The inspection is held. */
export async function insertReport(
  ctx: TransactionContext,
  of: { inspection_id: string; comparison_id?: string },
  options: ReportOptions,
): Promise<string> {
  const { inspection_id, comparison_id } = of
  await requireRoom(ctx, 'reports', inspection_id, ctx.config.REPORTS_PER_INSPECTION_MAX)
  const id = uuidv7()
  await ctx.db
    .insertInto('reports')
    .values({
      org_id: ctx.org_id,
      inspection_id,
      comparison_id: comparison_id ?? null,
      id,
      created_by: ctx.principal.subject,
      source: 'generated',
      status: 'IN_PROGRESS',
      options: json(options),
    })
    .execute()
  await enqueue(ctx, 'make_report', { org_id: ctx.org_id, inspection_id, report_id: id })
  await emit(ctx, 'report.requested', inspection_id, {
    report_id: id,
    ...(comparison_id === undefined ? {} : { comparison_id }),
  })
  return id
}
