import type { JobPayloads } from '../core/contracts/jobs.ts'
import { inTransaction } from '../core/platform/context.ts'
import { endReplay, openReplay, readResult } from '../inspection/tasks/replay.ts'
import type { ReplayOutcome } from '../inspection/tasks/replay-json.ts'
import type { Run } from '../inspection/tasks/run.ts'
import type { ReplayedImage } from '../inspection/tasks/schema.ts'
import { readAnalyzedImage } from './analyzed-image.ts'
import { compareResults } from './compare-results.ts'
import { ModelUnavailable } from './inference/model.ts'
import { modelNotReady } from './model-not-ready.ts'
import { requireAnalysis } from './task-analyses.ts'
import { type AnalysisContext, PictureMissing } from './working-picture.ts'

/** Analyzes the pictures of a finished run again, with the code and the models of this process. */
export async function runReplay(ctx: AnalysisContext, job: JobPayloads['replay_task']): Promise<void> {
  const open = await openReplay(ctx, job)
  if (!open) return
  const outcome = await replayAll(ctx, open.name, open.run, open.image_ids)
  await inTransaction(ctx, (ctx) => endReplay(ctx, job, outcome))
}

async function replayAll(
  ctx: AnalysisContext,
  name: string,
  run: Run,
  imageIds: string[],
): Promise<ReplayOutcome> {
  const images: ReplayedImage[] = []
  try {
    for (const imageId of imageIds) images.push(await replayOne(ctx, name, run, imageId))
  } catch (error) {
    // Trying again would find the same thing missing again.
    if (error instanceof PictureMissing) return { error: error.message }
    if (!(error instanceof ModelUnavailable)) throw error
    ctx.log.error({ err: error, task_name: name, task_id: run.task_id }, 'replay without a usable model')
    return { error: modelNotReady(name) }
  }
  return { is_identical: images.every((image) => image.is_identical), images }
}

async function replayOne(
  ctx: AnalysisContext,
  name: string,
  run: Run,
  imageId: string,
): Promise<ReplayedImage> {
  const image = await readAnalyzedImage(ctx, run, imageId)
  if (!image) throw new Error(`image ${imageId} of a finished run does not exist`)
  const recorded = await readResult(ctx, run, imageId)
  return compareResults(imageId, recorded, await requireAnalysis(name).run(ctx, image, 'replay'))
}
