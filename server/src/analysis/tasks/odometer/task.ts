import type { OdometerResult } from '../../../core/contracts/findings.ts'
import type { TransactionContext } from '../../../core/platform/context.ts'
import { recordFindings } from '../../../inspection/images/record-findings.ts'
import type { Run } from '../../../inspection/tasks/run.ts'
import { fillVehicle } from '../../../inspection/vehicles/fill-vehicle.ts'
import { readFindings } from '../../read-findings.ts'
import { runOnPixels } from '../../run-on-pixels.ts'
import type { AtUpload, TaskAnalysis } from '../../task-analysis.ts'
import { TEXT_MODELS } from '../../text/read-picture.ts'
import { agreeOnMileage } from './agree-on-mileage.ts'
import { readAtUpload } from './read-at-upload.ts'
import { runOdometer } from './run-odometer.ts'

export const odometer: TaskAnalysis & AtUpload = {
  models: TEXT_MODELS,
  run: runOnPixels(runOdometer),
  conclude: concludeOdometer,
  atUpload: readAtUpload,
}

/** The reading of each picture, and the mileage they agree on for the vehicle. */
async function concludeOdometer(ctx: TransactionContext, run: Run): Promise<void> {
  const findings = await readFindings<OdometerResult>(ctx, run)
  await recordFindings(
    ctx,
    run.inspection_id,
    'odometer',
    findings.map(({ image, result }) => ({ image_id: image.id, found: result })),
  )
  await fillVehicle(ctx, run.inspection_id, agreeOnMileage(findings.map(({ result }) => result)))
}
