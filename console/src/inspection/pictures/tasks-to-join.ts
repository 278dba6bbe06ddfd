import { TASK_NAMES } from '@walkaround/catalog/tasks'
import type { Entities } from '@walkaround/sdk'

// These are worked out from what the others find, or look at no picture.
const WITHOUT_PICTURES = new Set(['repair_estimate', 'pricing', 'inspection_pdf', 'image_editing'])
// Every picture of a vehicle is for these; the rest are for pictures of a document, a wheel or a dashboard.
const FOR_EVERY_PICTURE = new Set(['damage_detection', 'compliances', 'human_in_the_loop'])

/** The tasks a new picture can still be for: a task that was started keeps the pictures it was started with. */
export function tasksToJoin({ tasks }: Entities): string[] {
  const open = Object.values(tasks).flatMap(({ name, status }) =>
    name && status === 'NOT_STARTED' && !WITHOUT_PICTURES.has(name) ? [name] : [],
  )
  return TASK_NAMES.filter((name) => open.includes(name))
}

export function startingChoice(open: readonly string[]): string[] {
  const usual = open.filter((name) => FOR_EVERY_PICTURE.has(name))
  return usual.length > 0 ? usual : [...open]
}
