import type { ImageResult } from '../tasks/run.ts'
import { analyzePicture } from './analyze-picture.ts'
import type { AnalyzedImage } from './analyzed-image.ts'
import { COMPLIANCE_VERSION } from './compliance.ts'
import { provenanceOf } from './provenance.ts'
import { checkPicture, readCheckedImage } from './run-compliances.ts'
import { type AnalysisContext, readWorkingPicture } from './working-picture.ts'

/** The result of a task on one picture, from its pixels and never from an earlier result. Nothing is written. */
export async function analyzeAgain(
  ctx: AnalysisContext,
  taskName: string,
  image: AnalyzedImage,
): Promise<ImageResult> {
  if (taskName !== 'compliances') return analyzePicture(ctx, taskName, image)
  const checked = await readCheckedImage(ctx, image.inspection_id, image.id)
  if (!checked) throw new Error(`image ${image.id} of a finished run does not exist`)
  const picture = await readWorkingPicture(ctx, image.id)
  const { result, models, parameters } = await checkPicture(ctx, picture, checked)
  const provenance = provenanceOf(ctx, picture, { models, parameters })
  return { result, origin: COMPLIANCE_VERSION, provenance }
}
