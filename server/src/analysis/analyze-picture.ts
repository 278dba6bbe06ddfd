import type { ImageResult } from '../tasks/run.ts'
import type { AnalyzedImage } from './analyzed-image.ts'
import { pipelineOf } from './pipelines.ts'
import { originOf, provenanceOf } from './provenance.ts'
import { runCompliances } from './tasks/compliances/run-compliances.ts'
import { type AnalysisContext, readWorkingPicture } from './working-picture.ts'

/** The result of a task on one picture, with what it was made with. */
export async function analyzePicture(
  ctx: AnalysisContext,
  taskName: string,
  image: AnalyzedImage,
  options: { anew: boolean } = { anew: false },
): Promise<ImageResult> {
  if (taskName === 'compliances') return analyzeCompliances(ctx, image, options.anew)
  // Before the picture is read: where there is no model there is no need for it.
  const pipeline = pipelineOf(taskName)
  const picture = await readWorkingPicture(ctx, image.id)
  const { result, models, parameters } = await pipeline(ctx, picture, image)
  const used = { models, parameters: { ...parameters, facts: factsOf(image) } }
  const provenance = provenanceOf(ctx, picture, used)
  return { result, origin: originOf(provenance), provenance }
}

/** All that pipelines read of a picture beside its pixels. A client may change it later; a replay then names it. */
function factsOf(image: AnalyzedImage) {
  const { sight_id, vehicle_type, image_type, detailed_viewpoint, seen_from, additional_data, details } =
    image
  const alpha = additional_data.alpha ?? null
  // Left out where nobody said it, so that results from before it was asked for still compare.
  const said = seen_from ? { seen_from } : {}
  return { sight_id, vehicle_type, image_type, detailed_viewpoint, alpha, details, ...said }
}

/** Most pictures were judged right after their upload; that judgement is the result. */
async function analyzeCompliances(
  ctx: AnalysisContext,
  image: AnalyzedImage,
  anew: boolean,
): Promise<ImageResult> {
  const found = await runCompliances(ctx, image.inspection_id, image.id, { deleted: true, anew })
  if (!found) throw new Error(`image ${image.id} of a started task does not exist`)
  return found
}
