import { type DerivedTask, isDerivedTask, isModelTask } from '@walkaround/catalog/tasks'
import { concludeEstimate } from './conclude-estimate.ts'
import type { TaskAnalyses, TaskAnalysis } from './task-analysis.ts'
import { compliances } from './tasks/compliances/task.ts'
import { damageDetection } from './tasks/damage-detection/task.ts'
import { imagesOcr } from './tasks/images-ocr/task.ts'
import { odometer } from './tasks/odometer/task.ts'
import { wheelAnalysis } from './tasks/wheel-analysis/task.ts'

/** Every task that models do. One that is missing here does not compile. */
export const TASK_ANALYSES: TaskAnalyses = {
  compliances,
  damage_detection: damageDetection,
  wheel_analysis: wheelAnalysis,
  images_ocr: imagesOcr,
  odometer,
}

const DERIVATIONS: Record<DerivedTask, TaskAnalysis['conclude']> = {
  repair_estimate: concludeEstimate,
  pricing: concludeEstimate,
}

/** A worker that lacks one of these says so before a task needs it. */
export const REQUIRED_MODELS = [
  ...new Set(Object.values(TASK_ANALYSES).flatMap(({ models }) => models)),
].toSorted()

export function requireAnalysis(taskName: string): TaskAnalysis {
  if (isModelTask(taskName)) return TASK_ANALYSES[taskName]
  throw new Error(`no model does the task ${taskName}`)
}

/** A run that nothing concludes must not end as if nothing had been found. */
export function requireConclusion(taskName: string): TaskAnalysis['conclude'] {
  return isDerivedTask(taskName) ? DERIVATIONS[taskName] : requireAnalysis(taskName).conclude
}
