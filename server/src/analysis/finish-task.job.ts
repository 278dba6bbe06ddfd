import { MODEL_AUTHOR } from '../core/contracts/findings.ts'
import type { JobPayloads } from '../core/contracts/jobs.ts'
import { isDerivedTask } from '../core/contracts/tasks.ts'
import { type Context, inTransaction } from '../core/platform/context.ts'
import { countResults, endRun, openRun } from '../inspection/tasks/run.ts'
import { requireConclusion } from './task-analyses.ts'

/** Runs when every picture of the task has its result. What they say together and the end of the run are one commit. */
export async function finishTask(ctx: Context, run: JobPayloads['finish_task']): Promise<void> {
  // The step to IN_PROGRESS holds the inspection, which comes last where conclusions take their locks; so it is a
  // transaction of its own.
  if (!(await inTransaction(ctx, (ctx) => openRun(ctx, run)))) return
  await inTransaction(ctx, async (ctx) => {
    const open = await openRun(ctx, run)
    if (!open) return
    // A derived task has no results of its own.
    if (!isDerivedTask(open.name)) {
      const count = await countResults(ctx, run)
      if (count !== open.image_ids.length)
        throw new Error(`task has ${count} of ${open.image_ids.length} results`)
    }
    const principal = { ...ctx.principal, subject: MODEL_AUTHOR }
    await requireConclusion(open.name)({ ...ctx, principal }, run)
    await endRun(ctx, run, 'done')
  })
}
