import type { JobPayloads } from '../../core/contracts/jobs.ts'
import { type Context, inTransaction } from '../../core/platform/context.ts'
import { endInError, lockOpenComparison } from './end-comparison.ts'

/** Receives a comparison whose attempts are used up: it ends in ERROR, and whoever waits for it is told. */
export async function failComparison(
  ctx: Context,
  job: JobPayloads['compare_inspections_failed'],
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const comparison = await lockOpenComparison(ctx, job)
    if (comparison) await endInError(ctx, comparison, 'attempts_used_up')
  })
}
