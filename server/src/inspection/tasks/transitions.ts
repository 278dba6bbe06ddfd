import type { TaskStatus } from '../../core/contracts/tasks.ts'
import { UPDATE_STATUSES } from './schema.ts'

export type UpdateStatus = (typeof UPDATE_STATUSES)[number]

/** What a client's wish means for a task in a given status. */
export type Move = 'none' | 'start' | 'finish' | 'take_over' | 'validate' | 'finish_and_validate' | 'refuse'

/** Where a task is. One that waits for a person has no jobs: nobody but a person moves it on. */
export type Place = { status: TaskStatus; waits_for_person: boolean }

// Rows are where the task is, columns what the client asks for. Asking for a status that was
// reached before changes nothing and is no error: clients retry.
const MOVES: Record<TaskStatus, Record<UpdateStatus, Move>> = {
  NOT_STARTED: { NOT_STARTED: 'none', TODO: 'start', DONE: 'refuse', VALIDATED: 'refuse' },
  TODO: { NOT_STARTED: 'refuse', TODO: 'none', DONE: 'finish', VALIDATED: 'refuse' },
  IN_PROGRESS: { NOT_STARTED: 'refuse', TODO: 'none', DONE: 'finish', VALIDATED: 'refuse' },
  DONE: { NOT_STARTED: 'refuse', TODO: 'none', DONE: 'none', VALIDATED: 'validate' },
  ERROR: { NOT_STARTED: 'refuse', TODO: 'start', DONE: 'take_over', VALIDATED: 'refuse' },
  VALIDATED: { NOT_STARTED: 'refuse', TODO: 'none', DONE: 'none', VALIDATED: 'none' },
}

export function moveOf({ status, waits_for_person }: Place, wish: UpdateStatus): Move {
  // Whoever accepts a review has done it. What a model works on must end first.
  if (waits_for_person && status === 'TODO' && wish === 'VALIDATED') return 'finish_and_validate'
  return MOVES[status][wish]
}

export function allowedFrom(place: Place): UpdateStatus[] {
  return UPDATE_STATUSES.filter((wish) => moveOf(place, wish) !== 'refuse')
}
