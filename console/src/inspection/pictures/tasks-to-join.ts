import { TASK_NAMES } from '@walkaround/catalog/tasks'
import type { Entities } from '@walkaround/sdk'

// These are worked out from what the others find, or look at no picture.
const WITHOUT_PICTURES = new Set(['repair_estimate', 'pricing', 'inspection_pdf', 'image_editing'])

/** The tasks a new picture can still be for: a task that was started keeps the pictures it was started with. */
export function tasksToJoin({ tasks }: Entities): string[] {
  const open = Object.values(tasks).flatMap(({ name, status }) =>
    name && status === 'NOT_STARTED' && !WITHOUT_PICTURES.has(name) ? [name] : [],
  )
  return TASK_NAMES.filter((name) => open.includes(name))
}
