import { Problem } from '../../core/contracts/problems.ts'
import type { FreeObject } from '../../core/contracts/schema.ts'
import { TASK_NAMES, TASKS, type TaskName, taskNameOf } from '../../core/contracts/tasks.ts'
import type { CreateImage } from './schema.ts'

export type ImageTask = { name: TaskName; details: FreeObject | null; wait: boolean }

/** The tasks a picture is for, in one form whichever way the client wrote them. */
export function readImageTasks(input: CreateImage['tasks']): ImageTask[] {
  const byName = new Map<TaskName, ImageTask>()
  for (const entry of input ?? []) {
    const text = typeof entry === 'string' ? entry : entry.name
    const name = taskNameOf(text)
    if (!name || TASKS[name].pictures === 'none')
      throw new Problem('task_unknown', { task_name: text, known: TASK_NAMES })
    const details = typeof entry === 'string' ? null : (entry.image_details ?? null)
    byName.set(name, { name, details, wait: typeof entry !== 'string' && entry.wait_for_result === true })
  }
  return [...byName.values()]
}
