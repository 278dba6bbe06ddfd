import type { OdometerResult } from '../contracts/findings.ts'
import { recordOdometers } from '../images/record-odometer.ts'
import type { TransactionContext } from '../platform/context.ts'
import type { Run } from '../tasks/run.ts'
import { fillVehicle } from '../vehicles/fill-vehicle.ts'
import { readFindings } from './read-findings.ts'

/** The reading of each picture, and the best one for the vehicle. */
export async function concludeOdometer(ctx: TransactionContext, run: Run): Promise<void> {
  const findings = await readFindings<OdometerResult>(ctx, run)
  await recordOdometers(
    ctx,
    run.inspection_id,
    findings.map(({ image, result }) => ({ image_id: image.id, odometer: result })),
  )
  const best = findings
    .flatMap(({ result: { value, unit, confidence_score } }) =>
      value === null ? [] : { prediction: value, unit, confidence: confidence_score },
    )
    .toSorted((a, b) => b.confidence - a.confidence)[0]
  // A number without its unit may be wrong by more than half.
  if (best)
    await fillVehicle(ctx, run.inspection_id, { mileage: { guess: best, is_sure: best.unit !== null } })
}
