import type { ImagesOcrResult } from '../../../core/contracts/findings.ts'
import type { TransactionContext } from '../../../core/platform/context.ts'
import { insertDocuments, removeDocuments } from '../../../findings/documents/insert-documents.ts'
import type { Run } from '../../../inspection/tasks/run.ts'
import { fillVehicle } from '../../../inspection/vehicles/fill-vehicle.ts'
import { readFindings } from '../../read-findings.ts'
import { runOnPixels } from '../../run-on-pixels.ts'
import type { TaskAnalysis } from '../../task-analysis.ts'
import { TEXT_MODELS } from '../../text/read-picture.ts'
import { agreeOnReadings } from './agree-on-readings.ts'
import { runImagesOcr } from './run-images-ocr.ts'

export const imagesOcr: TaskAnalysis = {
  models: TEXT_MODELS,
  run: runOnPixels(runImagesOcr),
  conclude: concludeImagesOcr,
}

/** A document for each picture with text on it, and the VIN and plate they agree on for the vehicle. */
async function concludeImagesOcr(ctx: TransactionContext, run: Run): Promise<void> {
  const results = (await readFindings<ImagesOcrResult>(ctx, run)).filter(
    ({ result }) => result.lines.length > 0,
  )
  await fillVehicle(ctx, run.inspection_id, agreeOnReadings(results.map(({ result }) => result)))
  if (run.generation > 1) await removeDocuments(ctx, run.inspection_id)
  await insertDocuments(
    ctx,
    run.inspection_id,
    results.map(({ image, result: { type, lines, vin, plate, fields } }) => ({
      image_id: image.id,
      type,
      content: { lines, vin, plate, fields },
    })),
  )
}
