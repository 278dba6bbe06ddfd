import { DAMAGE_SEGMENTER } from '../../damage/segment-damage.ts'
import { VEHICLE_DETECTOR } from '../../detect-vehicle.ts'
import { PART_SEGMENTER } from '../../part-map/segment-parts.ts'
import { runOnPixels } from '../../run-on-pixels.ts'
import type { TaskAnalysis } from '../../task-analysis.ts'
import { concludeDamageDetection } from './conclude-damage-detection.ts'
import { runDamageDetection } from './run-damage-detection.ts'

export const damageDetection: TaskAnalysis = {
  models: [DAMAGE_SEGMENTER, VEHICLE_DETECTOR, PART_SEGMENTER],
  run: runOnPixels(runDamageDetection),
  conclude: concludeDamageDetection,
}
