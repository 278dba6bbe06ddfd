import { sql } from 'kysely'
import type { JobPayloads } from '../../core/contracts/jobs.ts'
import type { TransactionContext } from '../../core/platform/context.ts'
import { emitComparison } from './emit-comparison.ts'
import { lockInspections } from './queries.ts'

/** What whoever asked is told. Why it failed again and again is for the operator, in the worker's log. */
const COMPARISON_ERRORS = {
  attempts_used_up:
    'The inspections could not be compared after several attempts. Try again, or contact the operator.',
  inspection_deleted: 'One of the inspections was deleted before they were compared.',
  not_analyzed: 'Damage detection of one of the inspections is not done. Try again when it is.',
  picture_missing: 'The file of a picture is missing. Contact the operator.',
  model_not_ready: 'The models are not ready on this server. Contact the operator, then try again.',
  too_long:
    'The comparison took too long, and the service will not try again. Compare inspections with fewer pictures, or ask the operator to raise COMPARISON_TIMEOUT_MS.',
} as const
export type ComparisonError = keyof typeof COMPARISON_ERRORS

type Job = JobPayloads['compare_inspections']

/** Locks a comparison whose run has not ended, then both inspections. `gone`: one of these is deleted. Null where it is over. */
export async function lockOpenComparison(ctx: TransactionContext, job: Job) {
  const row = await ctx.db
    .selectFrom('comparisons')
    .select(['id', 'earlier_inspection_id', 'later_inspection_id', 'last_number'])
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', job.comparison_id)
    .where('run', '=', job.run)
    .where('status', '=', 'IN_PROGRESS')
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return null
  const gone = await lockInspections(ctx, [row.earlier_inspection_id, row.later_inspection_id])
  return { ...row, is_gone: gone.size > 0 }
}

type OpenComparison = NonNullable<Awaited<ReturnType<typeof lockOpenComparison>>>

/** The comparison is locked and open. What its last run found stays. */
export async function endInError(
  ctx: TransactionContext,
  comparison: OpenComparison,
  reason: ComparisonError,
): Promise<void> {
  await ctx.db
    .updateTable('comparisons')
    .set({
      status: 'ERROR',
      error: COMPARISON_ERRORS[comparison.is_gone ? 'inspection_deleted' : reason],
      done_at: sql`clock_timestamp()`,
      updated_at: sql`clock_timestamp()`,
    })
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', comparison.id)
    .execute()
  await emitComparison(ctx, 'comparison.failed', comparison)
}
