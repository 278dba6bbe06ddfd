import { sql } from 'kysely'
import { emit } from '../../core/contracts/events.ts'
import type { JobPayloads } from '../../core/contracts/jobs.ts'
import type { TransactionContext } from '../../core/platform/context.ts'

/** What whoever asked is told. Why it failed again and again is for the operator, in the worker's log. */
const REPORT_ERRORS = {
  attempts_used_up:
    'The report could not be created after several attempts. Request it again, or contact the operator.',
  inspection_deleted: 'The inspection was deleted before the report was created.',
  comparison_gone:
    'The comparison was deleted or made anew before the report was created. Request the report again.',
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
export async function endInError(ctx: TransactionContext, job: Job, reason: ReportError): Promise<void> {
  const { inspection_id, report_id } = job
  const row = await ctx.db
    .updateTable('reports')
    .set({ status: 'ERROR', error: REPORT_ERRORS[reason], done_at: sql`clock_timestamp()` })
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', report_id)
    .returning('comparison_id')
    .executeTakeFirstOrThrow()
  await emit(ctx, 'report.failed', inspection_id, eventOf(job, row))
}

/** What listeners are told: whether it is the paper of a comparison, too. */
export function eventOf({ report_id }: Job, { comparison_id }: { comparison_id: string | null }) {
  return comparison_id === null ? { report_id } : { report_id, comparison_id }
}
