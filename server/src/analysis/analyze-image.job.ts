import type { JobPayloads } from '../contracts/jobs.ts'
import { type Context, inTransaction } from '../platform/context.ts'
import { openRun, recordResult } from '../tasks/run.ts'
import { COMPLIANCE_VERSION } from './compliance.ts'
import { runCompliances } from './run-compliances.ts'

/** One picture of a started task. The pixels are read outside the transaction, the result is fenced inside it. */
export async function analyzeImage(ctx: Context, job: JobPayloads['analyze_image']): Promise<void> {
  const open = await inTransaction(ctx, (ctx) => openRun(ctx, job))
  if (!open) return
  const result = await runCompliances(ctx, job.inspection_id, job.image_id)
  if (!result) throw new Error(`image ${job.image_id} of a started task is gone`)
  await inTransaction(ctx, (ctx) => recordResult(ctx, job, job.image_id, result, COMPLIANCE_VERSION))
}
