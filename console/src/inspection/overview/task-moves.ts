import { findTask, isModelTask } from '@walkaround/catalog/tasks'
import type { Task, UpdateTaskBody } from '@walkaround/sdk'

export type Move = {
  name: 'start' | 'again' | 'finish' | 'validate' | 'rerun'
  status: NonNullable<UpdateTaskBody['status']>
  /** Whether this person's token has to allow it. */
  needs: 'update' | 'write'
}

const START: Move = { name: 'start', status: 'TODO', needs: 'update' }
const AGAIN: Move = { name: 'again', status: 'TODO', needs: 'update' }
const FINISH: Move = { name: 'finish', status: 'DONE', needs: 'write' }
/** A finished task is not started but run once more: what people decided stays. */
const RERUN: Move = { name: 'rerun', status: 'TODO', needs: 'update' }
const VALIDATE: Move = { name: 'validate', status: 'VALIDATED', needs: 'write' }

/** What a person can do with a task in its status; the first is what they most likely want. */
export function movesOf({
  name = '',
  status = 'NOT_STARTED',
  waitsForPerson,
}: Pick<Task, 'name' | 'status' | 'waitsForPerson'>): Move[] {
  switch (status) {
    case 'NOT_STARTED':
      return findTask(name)?.by === 'nobody' ? [] : [START]
    case 'TODO':
    case 'IN_PROGRESS':
      return waitsForPerson ? [VALIDATE, FINISH] : []
    case 'ERROR':
      return [AGAIN, FINISH]
    case 'DONE':
      return isModelTask(name) ? [VALIDATE, RERUN] : [VALIDATE]
    case 'VALIDATED':
      return isModelTask(name) ? [RERUN] : []
  }
}
