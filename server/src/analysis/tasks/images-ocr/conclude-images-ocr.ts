import type { ImagesOcrResult } from '../../../contracts/findings.ts'
import { insertDocuments, removeDocuments } from '../../../documents/insert-documents.ts'
import type { TransactionContext } from '../../../platform/context.ts'
import type { Run } from '../../../tasks/run.ts'
import { ENTERED_CONFIDENCE_MIN, fillVehicle, type VehicleReadings } from '../../../vehicles/fill-vehicle.ts'
import { readFindings } from '../../read-findings.ts'

/** A document for each picture with text on it, and the best VIN and plate for the vehicle. */
export async function concludeImagesOcr(ctx: TransactionContext, run: Run): Promise<void> {
  const results = (await readFindings<ImagesOcrResult>(ctx, run)).filter(
    ({ result }) => result.lines.length > 0,
  )
  await fillVehicle(ctx, run.inspection_id, readingsOf(results.map(({ result }) => result)))
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

function readingsOf(results: readonly ImagesOcrResult[]): VehicleReadings {
  const vins = results.flatMap(({ vin }) => vin ?? [])
  const vin = mostConfident(vins.filter(({ check_digit }) => check_digit !== 'wrong')) ?? mostConfident(vins)
  const plate = mostConfident(results.flatMap(({ plate }) => plate ?? []))
  return {
    ...(vin
      ? {
          vin: {
            guess: {
              prediction: vin.value,
              confidence: vin.confidence,
              candidates: vin.candidates,
              check_digit: vin.check_digit,
            },
            // Where a check digit must hold and does not, a character was misread.
            is_sure: vin.check_digit !== 'wrong' && vin.confidence >= ENTERED_CONFIDENCE_MIN,
          },
        }
      : {}),
    ...(plate
      ? {
          plate: {
            guess: {
              prediction: plate.value,
              confidence: plate.confidence,
              candidates: plate.candidates,
              country: plate.country,
            },
            is_sure: plate.confidence >= ENTERED_CONFIDENCE_MIN,
          },
        }
      : {}),
  }
}

/** The first of equals: results come in the order of their pictures. */
function mostConfident<R extends { confidence: number }>(readings: readonly R[]): R | undefined {
  return readings.toSorted((a, b) => b.confidence - a.confidence)[0]
}
