import type { OdometerResult } from '../../../contracts/findings.ts'
import { recordFindings } from '../../../images/record-findings.ts'
import type { TransactionContext } from '../../../platform/context.ts'
import type { Run } from '../../../tasks/run.ts'
import { ENTERED_CONFIDENCE_MIN, fillVehicle } from '../../../vehicles/fill-vehicle.ts'
import { readFindings } from '../../read-findings.ts'

/** The reading of each picture, and the best one for the vehicle. */
export async function concludeOdometer(ctx: TransactionContext, run: Run): Promise<void> {
  const findings = await readFindings<OdometerResult>(ctx, run)
  await recordFindings(
    ctx,
    run.inspection_id,
    'odometer',
    findings.map(({ image, result }) => ({ image_id: image.id, found: result })),
  )
  const best = findings
    .flatMap(({ result: { value, unit, confidence_score } }) =>
      value === null ? [] : { prediction: value, unit, confidence: confidence_score },
    )
    .toSorted((a, b) => b.confidence - a.confidence)[0]
  if (!best) return
  // A number without its unit may be wrong by more than half.
  const is_sure = best.unit !== null && best.confidence >= ENTERED_CONFIDENCE_MIN
  await fillVehicle(ctx, run.inspection_id, { mileage: { guess: best, is_sure } })
}
