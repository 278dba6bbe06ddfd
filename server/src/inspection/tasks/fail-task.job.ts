import type { JobPayloads } from '../../core/contracts/jobs.ts'
import { type Context, inTransaction } from '../../core/platform/context.ts'
import { endRun } from './run.ts'

/** Receives the jobs of a task whose attempts are used up: the task ends in ERROR, with the reason on its row. */
export async function failTask(
  ctx: Context,
  job: JobPayloads['analyze_image_failed'] | JobPayloads['finish_task_failed'],
): Promise<void> {
  const error =
    'image_id' in job ? `image ${job.image_id} could not be analyzed` : 'the task could not be finished'
  await inTransaction(ctx, (ctx) => endRun(ctx, job, { error }))
}
