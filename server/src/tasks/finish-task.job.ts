import type { JobPayloads } from '../contracts/jobs.ts'
import { type Context, inTransaction } from '../platform/context.ts'
import { countResults, endRun, openRun } from './run.ts'

/** Runs when every picture of the task has its result. */
export async function finishTask(ctx: Context, run: JobPayloads['finish_task']): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const open = await openRun(ctx, run)
    if (!open) return
    const count = await countResults(ctx, run)
    if (count !== open.image_ids.length)
      throw new Error(`task has ${count} of ${open.image_ids.length} results`)
    await endRun(ctx, run, 'done')
  })
}
