import type { TaskStatus } from '../contracts/tasks.ts'
import { UPDATE_STATUSES } from './schema.ts'

export type UpdateStatus = (typeof UPDATE_STATUSES)[number]

/** What a client's wish means for a task in a given status. */
export type Move = 'none' | 'start' | 'finish' | 'take_over' | 'validate' | 'refuse'

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

export function moveOf(status: TaskStatus, wish: UpdateStatus): Move {
  return MOVES[status][wish]
}

export function allowedFrom(status: TaskStatus): UpdateStatus[] {
  return UPDATE_STATUSES.filter((wish) => MOVES[status][wish] !== 'refuse')
}
