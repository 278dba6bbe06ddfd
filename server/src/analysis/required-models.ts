import { PART_CLASSIFIER } from './damage/classify-part.ts'
import { DAMAGE_SEGMENTER } from './damage/segment-damage.ts'
import { VEHICLE_DETECTOR } from './detect-vehicle.ts'
import { WHEEL_LOCATOR } from './wheels/locate-wheels.ts'

/** The models that pipelines ask for. A worker that lacks one says so before a task needs it. */
export const REQUIRED_MODELS = [
  DAMAGE_SEGMENTER,
  PART_CLASSIFIER,
  'text-detector',
  'text-recognizer',
  VEHICLE_DETECTOR,
  WHEEL_LOCATOR,
]
