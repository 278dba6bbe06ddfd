import type { ImageResult } from '../tasks/run.ts'
import { analyzePicture } from './analyze-picture.ts'
import type { AnalyzedImage } from './analyzed-image.ts'
import { COMPLIANCE_VERSION } from './tasks/compliances/compliance.ts'
import { makeCheck, readCheckedImage } from './tasks/compliances/run-compliances.ts'
import type { AnalysisContext } from './working-picture.ts'

/** The result of a task on one picture, from its pixels and never from an earlier result. Nothing is written. */
export async function analyzeAgain(
  ctx: AnalysisContext,
  taskName: string,
  image: AnalyzedImage,
): Promise<ImageResult> {
  if (taskName !== 'compliances') return analyzePicture(ctx, taskName, image)
  const checked = await readCheckedImage(ctx, image.inspection_id, image.id)
  if (!checked) throw new Error(`image ${image.id} of a finished run does not exist`)
  const { result, provenance } = await makeCheck(ctx, image.id, checked)
  return { result, origin: COMPLIANCE_VERSION, provenance }
}
