import { runOnPixels } from '../../run-on-pixels.ts'
import type { TaskAnalysis } from '../../task-analysis.ts'
import { TEXT_MODELS } from '../../text/read-picture.ts'
import { concludeImagesOcr } from './conclude-images-ocr.ts'
import { runImagesOcr } from './run-images-ocr.ts'

export const imagesOcr: TaskAnalysis = {
  models: TEXT_MODELS,
  run: runOnPixels(runImagesOcr),
  conclude: concludeImagesOcr,
}
