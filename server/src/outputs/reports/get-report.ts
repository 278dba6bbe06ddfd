import { sql } from 'kysely'
import { requireInspection } from '../../core/access/scope.ts'
import { Problem } from '../../core/contracts/problems.ts'
import type { Context } from '../../core/platform/context.ts'
import { waitUntil } from '../../core/platform/wait-until.ts'
import { reportJson, selectLatestReport, selectOwnReports, selectReports } from './queries.ts'
import type { Report } from './schema.ts'

type Reports = {
  require: () => Promise<unknown>
  all: () => ReturnType<typeof selectOwnReports>
  latest: () => ReturnType<typeof selectLatestReport>
}

/** Waits for one that is being made, as long as the caller wants to. */
export async function getReport(ctx: Context, inspectionId: string, waitMs: number): Promise<Report> {
  await requireInspection(ctx, inspectionId, 'read')
  return readReport(ctx, inspectionId, waitMs, {
    require: () => requireInspection(ctx, inspectionId, 'read'),
    all: () => selectOwnReports(ctx, inspectionId),
    latest: () => selectLatestReport(ctx, inspectionId),
  })
}

/** The latest of some reports, whose caller has been let in. */
export async function readReport(
  ctx: Context,
  inspectionId: string,
  waitMs: number,
  reports: Reports,
): Promise<Report> {
  const untilMs = ctx.clock.nowMs() + waitMs
  const readLatest = () => reports.latest().select(['id', 'status', 'file_erased_at']).executeTakeFirst()
  if (waitMs > 0) {
    await waitUntil(ctx, inspectionId, untilMs, async () => (await readLatest())?.status !== 'IN_PROGRESS')
    // Again: what it is about may have been deleted meanwhile.
    await reports.require()
  }
  const latest = await readLatest()
  if (!latest) throw await absence(reports)
  if (latest.status !== 'DONE') throw new Problem('report_not_ready')
  if (latest.file_erased_at) throw new Problem('report_erased', { erased_at: latest.file_erased_at })
  return reportJson(
    ctx,
    await selectReports(ctx).where('reports.id', '=', latest.id).executeTakeFirstOrThrow(),
  )
}

/** Nobody asked, or every one that was asked for failed. The oldest clients stop waiting at any answer but 422. */
async function absence(reports: Reports): Promise<Problem> {
  const failed = await reports
    .all()
    .select(sql<string>`coalesce(error, '')`.as('error'))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!failed) return new Problem('report_not_requested')
  return new Problem('report_failed', {}, [{ field: 'pdf', message: failed.error }])
}
