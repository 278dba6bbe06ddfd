import type { AnalyzedImage } from './analyzed-image.ts'
import { originOf, provenanceOf } from './provenance.ts'
import type { TaskAnalysis } from './task-analysis.ts'
import { type AnalysisContext, readWorkingPicture, type WorkingPicture } from './working-picture.ts'

/** What a pipeline found on a picture, the models it asked, the main one first, and the numbers it went by. */
export type Found = { result: unknown; models: string[]; parameters: Record<string, unknown> }

/** The same picture and the same facts give the same result; nothing is written. */
export type Pipeline = (ctx: AnalysisContext, picture: WorkingPicture, image: AnalyzedImage) => Promise<Found>

/** The `run` of a task that always looks at the pixels. */
export function runOnPixels(pipeline: Pipeline): TaskAnalysis['run'] {
  return async (ctx, image) => {
    const picture = await readWorkingPicture(ctx, image.id)
    const { result, models, parameters } = await pipeline(ctx, picture, image)
    const used = { models, parameters: { ...parameters, facts: factsOf(image) } }
    const provenance = provenanceOf(ctx, picture, used)
    return { result, origin: originOf(provenance), provenance }
  }
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
