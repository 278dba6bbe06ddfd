import type { WheelAnalysisResult } from '../../../core/contracts/findings.ts'
import type { TransactionContext } from '../../../core/platform/context.ts'
import { insertWheels, removeWheels } from '../../../findings/wheels/insert-wheels.ts'
import type { Run } from '../../../inspection/tasks/run.ts'
import { DAMAGE_SEGMENTER } from '../../damage/segment-damage.ts'
import { VEHICLE_DETECTOR } from '../../detect-vehicle.ts'
import { PART_SEGMENTER } from '../../part-map/segment-parts.ts'
import { readFindings } from '../../read-findings.ts'
import { runOnPixels } from '../../run-on-pixels.ts'
import type { TaskAnalysis } from '../../task-analysis.ts'
import { WHEEL_LOCATOR } from './locate-wheels.ts'
import { runWheelAnalysis } from './run-wheel-analysis.ts'

export const wheelAnalysis: TaskAnalysis = {
  models: [VEHICLE_DETECTOR, PART_SEGMENTER, WHEEL_LOCATOR, DAMAGE_SEGMENTER],
  run: runOnPixels(runWheelAnalysis),
  conclude: concludeWheelAnalysis,
}

/** Every wheel on every picture is shown: pictures of one wheel from several sides do not always agree. */
async function concludeWheelAnalysis(ctx: TransactionContext, run: Run): Promise<void> {
  const findings = await readFindings<WheelAnalysisResult>(ctx, run)
  const wheels = findings.flatMap(({ image, result }) =>
    result.wheels.map((wheel) => ({ ...wheel, image_id: image.id })),
  )
  if (run.generation > 1) await removeWheels(ctx, run.inspection_id)
  await insertWheels(ctx, run.inspection_id, wheels)
}
