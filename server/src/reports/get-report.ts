import { sql } from 'kysely'
import { requireInspection } from '../access/scope.ts'
import { Problem } from '../contracts/problems.ts'
import type { Context } from '../platform/context.ts'
import { waitUntil } from '../platform/wait-until.ts'
import { reportJson, selectLatestReport, selectReports } from './queries.ts'
import type { Report } from './schema.ts'

/** Waits for one that is being made, as long as the caller wants to. */
export async function getReport(ctx: Context, inspectionId: string, waitMs: number): Promise<Report> {
  const untilMs = ctx.clock.nowMs() + waitMs
  await requireInspection(ctx, inspectionId, 'read')
  const readLatest = () => selectLatestReport(ctx, inspectionId).select(['id', 'status']).executeTakeFirst()
  if (waitMs > 0) {
    await waitUntil(ctx, inspectionId, untilMs, async () => (await readLatest())?.status !== 'IN_PROGRESS')
    // Again: the inspection may have been deleted meanwhile.
    await requireInspection(ctx, inspectionId, 'read')
  }
  const latest = await readLatest()
  if (!latest) throw await absence(ctx, inspectionId)
  if (latest.status !== 'DONE') throw new Problem('report_not_ready')
  return reportJson(
    ctx,
    await selectReports(ctx).where('reports.id', '=', latest.id).executeTakeFirstOrThrow(),
  )
}

/** Nobody asked, or every one that was asked for failed. The oldest clients stop waiting at any answer but 422. */
async function absence(ctx: Context, inspectionId: string): Promise<Problem> {
  const failed = await ctx.db
    .selectFrom('reports')
    .select(sql<string>`coalesce(error, '')`.as('error'))
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!failed) return new Problem('report_not_requested')
  return new Problem('report_failed', {}, [{ field: 'pdf', message: failed.error }])
}
