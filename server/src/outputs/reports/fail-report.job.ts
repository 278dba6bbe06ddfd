import type { JobPayloads } from '../../core/contracts/jobs.ts'
import { type Context, inTransaction } from '../../core/platform/context.ts'
import { endInError, lockOpenReport } from './end-report.ts'

/** Receives a report whose attempts are used up: it ends in ERROR, and whoever waits for it is told. */
export async function failReport(ctx: Context, job: JobPayloads['make_report_failed']): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const found = await lockOpenReport(ctx, job)
    if (found) await endInError(ctx, job, found === 'gone' ? 'inspection_deleted' : 'attempts_used_up')
  })
}
