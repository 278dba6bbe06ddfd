import { DAMAGE_SEGMENTER } from './damage/segment-damage.ts'
import { VEHICLE_DETECTOR } from './detect-vehicle.ts'
import { PART_CLASSIFIER } from './tasks/damage-detection/classify-part.ts'
import { WHEEL_LOCATOR } from './tasks/wheel-analysis/locate-wheels.ts'

/** The models that pipelines ask for. A worker that lacks one says so before a task needs it. */
export const REQUIRED_MODELS = [
  DAMAGE_SEGMENTER,
  PART_CLASSIFIER,
  'text-detector',
  'text-recognizer',
  VEHICLE_DETECTOR,
  WHEEL_LOCATOR,
]
