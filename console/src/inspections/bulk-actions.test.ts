import { createClient } from '@walkaround/sdk'
import { describe, expect, it } from 'vitest'
import { runOn } from './bulk-actions.ts'

type Task = { name: string; status: string; waits_for_person?: boolean }

/** The tasks of one inspection and its status, as the service works it out from them. */
function createTasks(...tasks: Task[]) {
  const rows = tasks.map((task, n) => ({ id: `t${n}`, object_type: 'TASK', images: [], ...task }))
  const moves: string[] = []
  const status = () => {
    if (rows.every((one) => one.status === 'VALIDATED')) return 'VALIDATED'
    const isOver = rows.every((one) => one.waits_for_person || ['DONE', 'VALIDATED'].includes(one.status))
    return isOver ? 'DONE' : 'IN_PROGRESS'
  }
  const answer = async (request: Request): Promise<object> => {
    const [, name] = /\/tasks\/(\w+)$/.exec(new URL(request.url).pathname) ?? []
    const task = rows.find((one) => one.name === name)
    if (task) {
      const wish: Partial<Task> = JSON.parse(await request.text())
      Object.assign(task, wish, { waits_for_person: wish.status === 'TODO' })
      moves.push(`${name} ${wish.status}`)
      return task
    }
    if (request.url.endsWith('/tasks')) return rows
    return { id: 'i', object_type: 'INSPECTION', status: status(), tasks: rows }
  }
  const client = createClient({
    baseUrl: 'https://service.invalid',
    token: 'token',
    retries: 0,
    fetch: async (input, init) => Response.json(await answer(new Request(input, init))),
  })
  return { client, moves, status }
}

describe('to validate', () => {
  it('completes what waits for a person', async () => {
    const { client, status } = createTasks(
      { name: 'damage_detection', status: 'DONE' },
      { name: 'human_in_the_loop', status: 'TODO', waits_for_person: true },
    )
    await runOn(client, 'validate', 'i', 'en')
    expect(status()).toBe('VALIDATED')
  })

  it('begins and completes a review that nobody has begun', async () => {
    const { client, moves, status } = createTasks(
      { name: 'damage_detection', status: 'VALIDATED' },
      { name: 'human_in_the_loop', status: 'NOT_STARTED' },
    )
    await runOn(client, 'validate', 'i', 'en')
    expect(moves).toEqual(['human_in_the_loop TODO', 'human_in_the_loop VALIDATED'])
    expect(status()).toBe('VALIDATED')
  })

  it('leaves models at work alone, and says what the inspection is then', async () => {
    const { client, moves } = createTasks(
      { name: 'damage_detection', status: 'DONE' },
      { name: 'wheel_analysis', status: 'IN_PROGRESS' },
    )
    await expect(runOn(client, 'validate', 'i', 'en')).rejects.toMatchObject({ status: 'IN_PROGRESS' })
    expect(moves).toEqual(['damage_detection VALIDATED'])
  })
})
