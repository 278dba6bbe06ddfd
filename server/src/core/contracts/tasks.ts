import { isTaskName, type TaskName } from '@walkaround/catalog/tasks'
import { snakeCase } from './snake-case.ts'

export {
  DERIVED_TASKS,
  findTask,
  isDerivedTask,
  isModelTask,
  MODEL_TASKS,
  TASK_NAMES,
  TASKS,
  type TaskName,
  UPLOAD_TASKS,
  type UploadTask,
} from '@walkaround/catalog/tasks'

/** `image_ocr` is the spelling of the oldest clients; the specification's camelCase is read too. */
export function taskNameOf(text: string): TaskName | null {
  const snake = snakeCase(text)
  const name = snake === 'image_ocr' ? 'images_ocr' : snake
  return isTaskName(name) ? name : null
}

export const TASK_STATUSES = ['NOT_STARTED', 'TODO', 'IN_PROGRESS', 'DONE', 'ERROR', 'VALIDATED'] as const
export type TaskStatus = (typeof TASK_STATUSES)[number]

export const INSPECTION_STATUSES = ['NOT_STARTED', 'IN_PROGRESS', 'DONE', 'ERROR', 'VALIDATED'] as const
