import { findTask } from '@walkaround/catalog/tasks'
import { type Client, type Task, updateTask } from '@walkaround/sdk'

/** What is left to start. Where it is only what the service would start itself, that. */
export function tasksToStart<Given extends Pick<Task, 'name' | 'status'>>(tasks: readonly Given[]): Given[] {
  const open = tasks.filter(
    ({ name = '', status }) =>
      (status === 'NOT_STARTED' || status === 'ERROR') && findTask(name)?.by !== 'nobody',
  )
  const byPeople = open.filter(
    ({ name = '', status }) => status === 'ERROR' || findTask(name)?.automatic === false,
  )
  return byPeople.length > 0 ? byPeople : open
}

export type Refused = { name: string; message: string }

/** Starts one after the other. One that is refused hinders no other, and says why. */
export async function startTasks(client: Client, id: string, names: readonly string[]): Promise<Refused[]> {
  const refused: Refused[] = []
  for (const name of names)
    try {
      await updateTask(client, id, name, { status: 'TODO' })
    } catch (error) {
      refused.push({ name, message: error instanceof Error ? error.message : String(error) })
    }
  return refused
}
