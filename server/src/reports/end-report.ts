import { sql } from 'kysely'
import { emit } from '../contracts/events.ts'
import type { JobPayloads } from '../contracts/jobs.ts'
import type { TransactionContext } from '../platform/context.ts'

/** What whoever asked is told. Why it failed again and again is for the operator, in the worker's log. */
const REPORT_ERRORS = {
  attempts_used_up:
    'The report could not be created after several attempts. Request it again, or contact the operator.',
  inspection_deleted: 'The inspection was deleted before the report was created.',
  too_long:
    'The report took too long to create, and the service will not try again. Reduce the pictures, damages or corrections of the inspection, or ask the operator to raise REPORT_TIMEOUT_MS.',
} as const
export type ReportError = keyof typeof REPORT_ERRORS

type Job = JobPayloads['make_report']

/**
 * Locks a report that has not ended, then its inspection, so that neither is ended or deleted meanwhile. `gone`: the
 * inspection is deleted. Null where the report is over.
 */
export async function lockOpenReport(ctx: TransactionContext, job: Job): Promise<'open' | 'gone' | null> {
  const report = await ctx.db
    .selectFrom('reports')
    .select('id')
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', job.report_id)
    .where('status', '=', 'IN_PROGRESS')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!report) return null
  const inspection = await ctx.db
    .selectFrom('inspections')
    .select('deleted_at')
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', job.inspection_id)
    .forShare()
    .executeTakeFirstOrThrow()
  return inspection.deleted_at === null ? 'open' : 'gone'
}

/** The report is locked and open. */
export async function endInError(
  ctx: TransactionContext,
  { inspection_id, report_id }: Job,
  reason: ReportError,
): Promise<void> {
  await ctx.db
    .updateTable('reports')
    .set({ status: 'ERROR', error: REPORT_ERRORS[reason], done_at: sql`clock_timestamp()` })
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', report_id)
    .execute()
  await emit(ctx, 'report.failed', inspection_id, { report_id })
}
