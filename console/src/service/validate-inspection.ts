import { type Client, type InspectionStatus, type Task, updateTask } from '@walkaround/sdk'
import { readInspection } from './read-inspection.ts'

/** The task a person completes by validating. */
const REVIEW = 'human_in_the_loop'

type Known = Pick<Task, 'name' | 'status' | 'waitsForPerson'>

/** What validating would accept: results that are there, and work that waits for nobody but this person. */
export function readyToValidate<Given extends Known>(tasks: readonly Given[]): Given[] {
  const isReady = ({ status, waitsForPerson }: Given) =>
    status === 'DONE' || (status === 'TODO' && Boolean(waitsForPerson))
  const isUnbegunReview = ({ name, status }: Given) => name === REVIEW && status === 'NOT_STARTED'
  const isOver = tasks.every((one) => one.status === 'VALIDATED' || isReady(one) || isUnbegunReview(one))
  return tasks.filter((one) => isReady(one) || (isOver && isUnbegunReview(one)))
}

export type Validation = {
  status: InspectionStatus
  validated: string[]
  /** Tasks that keep the inspection from being validated. */
  left: string[]
}

/** Validates every task that can be, then reads what the inspection is now: only the service knows. */
export async function validateInspection(client: Client, id: string): Promise<Validation> {
  const before = Object.values((await readInspection(client, id)).tasks)
  const ready = readyToValidate(before)
  for (const { name = '', status } of ready) {
    if (status === 'NOT_STARTED') await updateTask(client, id, name, { status: 'TODO' })
    await updateTask(client, id, name, { status: 'VALIDATED' })
  }
  const { inspections, tasks } = await readInspection(client, id)
  const others = Object.values(tasks).filter(({ status }) => status !== 'VALIDATED')
  return {
    status: inspections[id]?.status ?? 'NOT_STARTED',
    validated: ready.flatMap(({ name }) => name ?? []),
    left: others.flatMap(({ name }) => name ?? []),
  }
}
