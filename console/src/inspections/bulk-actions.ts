import {
  type Client,
  createReport,
  deleteInspection,
  type InspectionStatus,
  listTasks,
} from '@walkaround/sdk'
import { startTasks, tasksToStart } from '../service/start-tasks.ts'
import { validateInspection } from '../service/validate-inspection.ts'

export const BULK_ACTIONS = ['start', 'validate', 'report', 'delete'] as const
export type BulkAction = (typeof BULK_ACTIONS)[number]

/** What the service demands for each. */
export const NEEDS = { start: 'update', validate: 'write', report: 'update', delete: 'write' } as const

/** Nothing is wrong with the service: there was nothing to do. The code has its words in the list. */
export class NothingToDo extends Error {
  readonly code: 'nothing_to_start' | 'nothing_to_validate'
  constructor(code: NothingToDo['code']) {
    super(code)
    this.code = code
  }
}

/** Some of it was validated, and the inspection is not. */
export class NotValidated extends Error {
  readonly status: InspectionStatus
  readonly left: readonly string[]
  constructor(status: InspectionStatus, left: readonly string[]) {
    super(`still ${status}`)
    this.status = status
    this.left = left
  }
}

type Run = (client: Client, id: string, language: string) => Promise<unknown>

const RUNS: Record<BulkAction, Run> = {
  start,
  validate,
  report: (client, id, language) => createReport(client, id, { language }),
  delete: (client, id) => deleteInspection(client, id),
}

async function start(client: Client, id: string): Promise<void> {
  const { entities } = await listTasks(client, id)
  const tasks = tasksToStart(Object.values(entities.tasks))
  if (tasks.length === 0) throw new NothingToDo('nothing_to_start')
  const [refused] = await startTasks(
    client,
    id,
    tasks.flatMap(({ name }) => name ?? []),
  )
  if (refused) throw new Error(refused.message)
}

async function validate(client: Client, id: string): Promise<void> {
  const { status, validated, left } = await validateInspection(client, id)
  if (validated.length === 0) throw new NothingToDo('nothing_to_validate')
  if (status !== 'VALIDATED') throw new NotValidated(status, left)
}

export function runOn(client: Client, action: BulkAction, id: string, language: string): Promise<unknown> {
  return RUNS[action](client, id, language)
}
