import { DAMAGE_SEGMENTER } from '../../damage/segment-damage.ts'
import { VEHICLE_DETECTOR } from '../../detect-vehicle.ts'
import { PART_SEGMENTER } from '../../part-map/segment-parts.ts'
import { runOnPixels } from '../../run-on-pixels.ts'
import type { TaskAnalysis } from '../../task-analysis.ts'
import { concludeWheelAnalysis } from './conclude-wheel-analysis.ts'
import { WHEEL_LOCATOR } from './locate-wheels.ts'
import { runWheelAnalysis } from './run-wheel-analysis.ts'

export const wheelAnalysis: TaskAnalysis = {
  models: [VEHICLE_DETECTOR, PART_SEGMENTER, WHEEL_LOCATOR, DAMAGE_SEGMENTER],
  run: runOnPixels(runWheelAnalysis),
  conclude: concludeWheelAnalysis,
}
