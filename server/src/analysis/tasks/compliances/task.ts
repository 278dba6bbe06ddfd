import type { ImageResult } from '../../../inspection/tasks/run.ts'
import type { AnalyzedImage } from '../../analyzed-image.ts'
import { VEHICLE_DETECTOR } from '../../detect-vehicle.ts'
import { PART_SEGMENTER } from '../../part-map/segment-parts.ts'
import type { AtUpload, Occasion, TaskAnalysis } from '../../task-analysis.ts'
import type { AnalysisContext } from '../../working-picture.ts'
import { COMPLIANCE_VERSION } from './compliance.ts'
import { makeCheck, readCheckedImage, runCompliances } from './run-compliances.ts'

export const compliances: TaskAnalysis & AtUpload = {
  models: [VEHICLE_DETECTOR, PART_SEGMENTER],
  run: checkPictureOfRun,
  // The result of a check stands with its picture already.
  conclude: async () => {},
  atUpload: async (ctx, inspectionId, imageId) => {
    await runCompliances(ctx, inspectionId, imageId, { deleted: false })
  },
}

/** Most pictures were judged right after their upload; that judgement is the result of the first run. */
async function checkPictureOfRun(
  ctx: AnalysisContext,
  { id, inspection_id }: AnalyzedImage,
  occasion: Occasion,
): Promise<ImageResult> {
  const options = { deleted: true, anew: occasion === 'later_run' }
  const found =
    occasion === 'replay'
      ? await checkAgain(ctx, inspection_id, id)
      : await runCompliances(ctx, inspection_id, id, options)
  if (!found) throw new Error(`image ${id} of a started task does not exist`)
  return found
}

/** From the pixels and never from an earlier result. Nothing is written. */
async function checkAgain(
  ctx: AnalysisContext,
  inspectionId: string,
  imageId: string,
): Promise<ImageResult | null> {
  const image = await readCheckedImage(ctx, inspectionId, imageId)
  if (!image) return null
  const { result, provenance } = await makeCheck(ctx, imageId, image)
  return { result, origin: COMPLIANCE_VERSION, provenance }
}
