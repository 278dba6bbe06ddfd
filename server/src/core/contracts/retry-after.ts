import { TASKS, taskNameOf } from './tasks.ts'

/** Seconds until it is worth asking again, by what is waited for. */
const CHECK_S = 1
const WORK_S = 2
const PERSON_S = 30

/** Null for a task that has ended, and for one that nobody has started. */
export function taskRetryAfterS({ name, status }: { name: string; status: string }): number | null {
  if (status !== 'TODO' && status !== 'IN_PROGRESS') return null
  const task = taskNameOf(name)
  const by = task && TASKS[task].by
  return by === 'model' || by === 'derived' ? WORK_S : PERSON_S
}

/** Null for a picture whose check is done. */
export function imageRetryAfterS(image: {
  deleted_at?: string | null
  compliances?: Record<string, unknown>
}): number | null {
  if (image.deleted_at) return null
  const quality = image.compliances?.image_quality_assessment
  const isPending =
    typeof quality === 'object' && quality !== null && 'status' in quality && quality.status === 'TODO'
  return image.compliances === undefined || isPending ? CHECK_S : null
}

/** Null for a report or a replay that has ended. */
export function workRetryAfterS({ status }: { status: string }): number | null {
  return status === 'IN_PROGRESS' ? WORK_S : null
}

/** Of many things, when the first of them is worth asking for. */
export function soonestS(seconds: (number | null)[]): number | null {
  return seconds.reduce(
    (first, next) => (first === null || (next !== null && next < first) ? next : first),
    null,
  )
}
