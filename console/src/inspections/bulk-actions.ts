import { type Client, createReport, deleteInspection, listTasks, updateTask } from '@walkaround/sdk'

export const BULK_ACTIONS = ['start', 'validate', 'report', 'delete'] as const
export type BulkAction = (typeof BULK_ACTIONS)[number]

/** What the service demands for each. */
export const NEEDS = { start: 'update', validate: 'write', report: 'update', delete: 'write' } as const

/** The service starts the others by itself, when these are under way. */
const STARTED_BY_PEOPLE = [
  'damage_detection',
  'wheel_analysis',
  'images_ocr',
  'odometer',
  'warning_lights',
  'dashboard_ocr',
]

/** Nothing is wrong with the service: there was nothing to do. The code has its words in the list. */
export class NothingToDo extends Error {
  readonly code: 'nothing_to_start' | 'nothing_to_validate'
  constructor(code: NothingToDo['code']) {
    super(code)
    this.code = code
  }
}

type Run = (client: Client, id: string, language: string) => Promise<unknown>

const RUNS: Record<BulkAction, Run> = {
  start: (client, id) =>
    moveTasks(client, id, 'TODO', 'nothing_to_start', ({ name = '', status }) =>
      status === 'ERROR' ? true : status === 'NOT_STARTED' && STARTED_BY_PEOPLE.includes(name),
    ),
  validate: (client, id) =>
    moveTasks(client, id, 'VALIDATED', 'nothing_to_validate', ({ status }) => status === 'DONE'),
  report: (client, id, language) => createReport(client, id, { language }),
  delete: (client, id) => deleteInspection(client, id),
}

async function moveTasks(
  client: Client,
  id: string,
  status: 'TODO' | 'VALIDATED',
  otherwise: NothingToDo['code'],
  isMoved: (task: { name?: string; status?: string }) => boolean,
): Promise<void> {
  const { entities } = await listTasks(client, id)
  const tasks = Object.values(entities.tasks).filter(isMoved)
  if (tasks.length === 0) throw new NothingToDo(otherwise)
  for (const { name = '' } of tasks) await updateTask(client, id, name, { status })
}

export function runOn(client: Client, action: BulkAction, id: string, language: string): Promise<unknown> {
  return RUNS[action](client, id, language)
}
