import type { JobPayloads } from '../core/contracts/jobs.ts'
import { inTransaction } from '../core/platform/context.ts'
import { endRun, openRun, recordResult } from '../inspection/tasks/run.ts'
import { readAnalyzedImage } from './analyzed-image.ts'
import { ModelUnavailable } from './inference/model.ts'
import { modelNotReady } from './model-not-ready.ts'
import { requireAnalysis } from './task-analyses.ts'
import type { AnalysisContext } from './working-picture.ts'

/** One picture of a started task. The pixels are read outside the transaction, the result is fenced inside it. */
export async function analyzeImage(ctx: AnalysisContext, job: JobPayloads['analyze_image']): Promise<void> {
  const open = await inTransaction(ctx, (ctx) => openRun(ctx, job))
  if (!open) return
  // The pictures of a run are fixed at its start. One that was deleted since is analyzed all the same: the run must
  // end, and its result says what was seen on the pictures it was started with.
  const image = await readAnalyzedImage(ctx, job, job.image_id)
  if (!image) throw new Error(`image ${job.image_id} of a started task does not exist`)
  try {
    const occasion = job.generation > 1 ? 'later_run' : 'first_run'
    const found = await requireAnalysis(open.name).run(ctx, image, occasion)
    await inTransaction(ctx, (ctx) => recordResult(ctx, job, job.image_id, found))
  } catch (error) {
    if (!(error instanceof ModelUnavailable)) throw error
    ctx.log.error({ err: error, task_name: open.name, task_id: job.task_id }, 'task without a usable model')
    const ending = { error: modelNotReady(open.name), code: 'model_not_installed' } as const
    // Trying again would find the model missing again.
    await inTransaction(ctx, (ctx) => endRun(ctx, job, ending))
  }
}
