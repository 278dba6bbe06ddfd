import type { TaskName as CatalogTask } from '@walkaround/catalog/tasks'
import type { Permission } from './permissions.ts'
import { snakeCase } from './snake-case.ts'

type Row = {
  /** Works on pictures, so pictures may name it. */
  takes_images: boolean
  /** Moved by the service once the client has started the others; a client may start it too. */
  automatic: boolean
  /** A person can do it where no model does. */
  by_person: boolean
  permission?: Permission
}

/** The tasks an inspection may ask for. */
export const TASKS = {
  damage_detection: {
    takes_images: true,
    automatic: false,
    by_person: true,
    permission: 'monk_core_api:damage_detection',
  },
  wheel_analysis: {
    takes_images: true,
    automatic: false,
    by_person: true,
    permission: 'monk_core_api:wheel_analysis',
  },
  repair_estimate: {
    takes_images: true,
    automatic: true,
    by_person: true,
    permission: 'monk_core_api:repair_estimate',
  },
  images_ocr: {
    takes_images: true,
    automatic: false,
    by_person: true,
    permission: 'monk_core_api:images_ocr',
  },
  compliances: {
    takes_images: true,
    automatic: true,
    by_person: true,
    permission: 'monk_core_api:compliances',
  },
  human_in_the_loop: { takes_images: true, automatic: true, by_person: true },
  pricing: { takes_images: true, automatic: true, by_person: true },
  odometer: { takes_images: true, automatic: false, by_person: true },
  warning_lights: { takes_images: true, automatic: false, by_person: true },
  dashboard_ocr: { takes_images: true, automatic: false, by_person: true },
  image_editing: { takes_images: true, automatic: false, by_person: false },
  inspection_pdf: { takes_images: false, automatic: false, by_person: false },
} as const satisfies Record<CatalogTask, Row>

export type TaskName = keyof typeof TASKS

export const TASK_NAMES: readonly string[] = Object.keys(TASKS)

/**
 * The tasks that models do. No model reads warning lights, so `warning_lights` is not one of them and waits for a person.
 * A worker that lacks the model of a task here is not set up: its runs end in ERROR and say so; then a person may finish.
 */
export const MODEL_TASKS: ReadonlySet<TaskName> = new Set<TaskName>([
  'compliances',
  'damage_detection',
  'wheel_analysis',
  'images_ocr',
  'odometer',
])

/** The tasks that are worked out from what the others found, once `damage_detection` is done. No model is asked. */
export const DERIVED_TASKS: ReadonlySet<TaskName> = new Set<TaskName>(['repair_estimate', 'pricing'])

/** `image_ocr` is the spelling of the oldest clients; the specification's camelCase is read too. */
export function taskNameOf(text: string): TaskName | null {
  const snake = snakeCase(text)
  const name = snake === 'image_ocr' ? 'images_ocr' : snake
  return isTaskName(name) ? name : null
}

function isTaskName(text: string): text is TaskName {
  return Object.hasOwn(TASKS, text)
}

export const TASK_STATUSES = ['NOT_STARTED', 'TODO', 'IN_PROGRESS', 'DONE', 'ERROR', 'VALIDATED'] as const
export type TaskStatus = (typeof TASK_STATUSES)[number]

export const INSPECTION_STATUSES = ['NOT_STARTED', 'IN_PROGRESS', 'DONE', 'ERROR', 'VALIDATED'] as const
