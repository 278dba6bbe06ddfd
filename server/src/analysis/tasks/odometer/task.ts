import { runOnPixels } from '../../run-on-pixels.ts'
import type { AtUpload, TaskAnalysis } from '../../task-analysis.ts'
import { TEXT_MODELS } from '../../text/read-picture.ts'
import { concludeOdometer } from './conclude-odometer.ts'
import { readAtUpload } from './read-at-upload.ts'
import { runOdometer } from './run-odometer.ts'

export const odometer: TaskAnalysis & AtUpload = {
  models: TEXT_MODELS,
  run: runOnPixels(runOdometer),
  conclude: concludeOdometer,
  atUpload: readAtUpload,
}
