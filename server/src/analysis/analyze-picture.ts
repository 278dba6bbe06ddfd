import { ModelUnavailable } from '../inference/model.ts'
import type { ImageResult } from '../tasks/run.ts'
import type { AnalyzedImage } from './analyzed-image.ts'
import { pipelineOf } from './pipelines.ts'
import { originOf, provenanceOf } from './provenance.ts'
import { runCompliances } from './run-compliances.ts'
import { type AnalysisContext, readWorkingPicture } from './working-picture.ts'

/** The result of a task on one picture, with what it was made with. */
export async function analyzePicture(
  ctx: AnalysisContext,
  taskName: string,
  image: AnalyzedImage,
): Promise<ImageResult> {
  if (taskName === 'compliances') return analyzeCompliances(ctx, image)
  // Before the picture is read: where there is no model there is no need for it.
  const pipeline = pipelineOf(taskName)
  const picture = await readWorkingPicture(ctx, image.id)
  const found = await pipeline(ctx, picture, image)
  const provenance = provenanceOf(ctx, picture, found)
  return { result: found.result, origin: originOf(provenance), provenance }
}

/** Most pictures were judged right after their upload; that judgement is the result. */
async function analyzeCompliances(ctx: AnalysisContext, image: AnalyzedImage): Promise<ImageResult> {
  const found = await runCompliances(ctx, image.inspection_id, image.id, { deleted: true })
  if (!found) throw new Error(`image ${image.id} of a started task does not exist`)
  // It may have been made by a process with a model that this one lacks. That is no reason to refuse it.
  const models = found.models.filter((name) => isInstalled(ctx, name))
  const provenance = provenanceOf(ctx, await readWorkingPicture(ctx, image.id), { ...found, models })
  return { result: found.result, origin: found.origin, provenance }
}

function isInstalled({ models }: AnalysisContext, name: string): boolean {
  try {
    models.get(name)
    return true
  } catch (error) {
    if (error instanceof ModelUnavailable) return false
    throw error
  }
}
