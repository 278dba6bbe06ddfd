import { createClient } from '@walkaround/sdk'
import { describe, expect, it } from 'vitest'
import { startTasks, tasksToStart } from './start-tasks.ts'

const named = (...names: string[]) => names.map((name) => ({ name, status: 'NOT_STARTED' as const }))

describe('what Start all starts', () => {
  it.each([
    [['damage_detection', 'repair_estimate', 'human_in_the_loop'], ['damage_detection']],
    [
      ['damage_detection', 'wheel_analysis', 'human_in_the_loop'],
      ['damage_detection', 'wheel_analysis'],
    ],
    [['human_in_the_loop'], ['human_in_the_loop']],
    [['inspection_pdf'], []],
  ])('%j: %j, the service starts the rest', (names, started) => {
    expect(tasksToStart(named(...names)).map(({ name }) => name)).toEqual(started)
  })

  it('takes up again what failed, and leaves alone what runs', () => {
    const tasks = [
      { name: 'odometer', status: 'ERROR' as const },
      { name: 'wheel_analysis', status: 'IN_PROGRESS' as const },
    ]
    expect(tasksToStart(tasks).map(({ name }) => name)).toEqual(['odometer'])
  })

  it('starts the others when one is refused, and says why', async () => {
    const started: string[] = []
    const client = createClient({
      baseUrl: 'https://service.invalid',
      token: 'token',
      retries: 0,
      fetch: async (input) => {
        const name = new URL(String(input instanceof Request ? input.url : input)).pathname.split('/').at(-1)
        if (name === 'odometer')
          return Response.json(
            { code: 'task_without_images', message: 'The task has no pictures.' },
            { status: 409 },
          )
        started.push(String(name))
        return Response.json({ id: name, object_type: 'TASK', name, status: 'TODO' })
      },
    })
    const refused = await startTasks(client, 'i', ['odometer', 'damage_detection'])
    expect(started).toEqual(['damage_detection'])
    expect(refused).toEqual([{ name: 'odometer', message: 'The task has no pictures.' }])
  })
})
