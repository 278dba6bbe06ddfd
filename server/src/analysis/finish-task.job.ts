import { MODEL_AUTHOR } from '../contracts/findings.ts'
import type { JobPayloads } from '../contracts/jobs.ts'
import { isDerivedTask } from '../contracts/tasks.ts'
import { type Context, inTransaction, type TransactionContext } from '../platform/context.ts'
import { countResults, endRun, openRun, type Run } from '../tasks/run.ts'
import { concludeEstimate } from './conclude-estimate.ts'
import { concludeDamageDetection } from './tasks/damage-detection/conclude-damage-detection.ts'
import { concludeImagesOcr } from './tasks/images-ocr/conclude-images-ocr.ts'
import { concludeOdometer } from './tasks/odometer/conclude-odometer.ts'
import { concludeWheelAnalysis } from './tasks/wheel-analysis/conclude-wheel-analysis.ts'

/** What turns the results of all pictures into rows, by task. The result of a check stands with its picture already. */
const CONCLUSIONS: Record<string, (ctx: TransactionContext, run: Run) => Promise<void>> = {
  damage_detection: concludeDamageDetection,
  wheel_analysis: concludeWheelAnalysis,
  images_ocr: concludeImagesOcr,
  odometer: concludeOdometer,
  repair_estimate: concludeEstimate,
  pricing: concludeEstimate,
}

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
    await CONCLUSIONS[open.name]?.({ ...ctx, principal }, run)
    await endRun(ctx, run, 'done')
  })
}
