import type { AnalyzedImage } from './analyzed-image.ts'
import { runDamageDetection } from './tasks/damage-detection/run-damage-detection.ts'
import { runImagesOcr } from './tasks/images-ocr/run-images-ocr.ts'
import { runOdometer } from './tasks/odometer/run-odometer.ts'
import { runWheelAnalysis } from './tasks/wheel-analysis/run-wheel-analysis.ts'
import type { AnalysisContext, WorkingPicture } from './working-picture.ts'

/** What a pipeline found on a picture, the models it asked, the main one first, and the numbers it went by. */
export type Found = { result: unknown; models: string[]; parameters: Record<string, unknown> }

/** The same picture and the same facts give the same result; nothing is written. */
export type Pipeline = (ctx: AnalysisContext, picture: WorkingPicture, image: AnalyzedImage) => Promise<Found>

const PIPELINES: Record<string, Pipeline> = {
  damage_detection: runDamageDetection,
  wheel_analysis: runWheelAnalysis,
  images_ocr: runImagesOcr,
  odometer: runOdometer,
}

/** What tenants are told of a model that cannot be used. Why is for the operator: it names files and hosts. */
export function modelNotReady(taskName: string): string {
  return `The model for ${taskName} is not ready on this server. The operator can find the reason in the worker's log and at /readyz.`
}

/** What turns a picture into a result, for every task of MODEL_TASKS but `compliances`. */
export function pipelineOf(taskName: string): Pipeline {
  const pipeline = PIPELINES[taskName]
  if (!pipeline) throw new Error(`there is no pipeline for the task ${taskName}`)
  return pipeline
}
