import { findTask, TASK_NAMES } from '@walkaround/catalog/tasks'
import type { Entities } from '@walkaround/sdk'

/** The tasks a new picture can still be for: a task that was started keeps the pictures it was started with. */
export function tasksToJoin({ tasks }: Entities): string[] {
  const open = Object.values(tasks).flatMap(({ name, status }) =>
    name && status === 'NOT_STARTED' && looksAtPictures(name) ? [name] : [],
  )
  return TASK_NAMES.filter((name) => open.includes(name))
}

/** Others are worked out from what these find, or cannot be done yet. */
function looksAtPictures(name: string): boolean {
  const by = findTask(name)?.by
  return by === 'model' || by === 'person'
}
