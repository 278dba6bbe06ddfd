import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImage, createInspection } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import { workerContext } from '../../../test/runs.ts'
import { startService } from '../../../test/service.ts'
import { inTransaction } from '../../core/platform/context.ts'
import { endRun } from '../../inspection/tasks/run.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** What the console ticks for a new inspection. */
const BY_MACHINES = ['damage_detection', 'wheel_analysis', 'images_ocr', 'pricing', 'compliances']
const TASKS = [...BY_MACHINES, 'human_in_the_loop']

const read = async (id: string) => (await service.call('GET', `/inspections/${id}`)).body
const start = (id: string, name: string) =>
  service.call('PATCH', `/inspections/${id}/tasks/${name}`, { json: { status: 'TODO' } })
const validate = (id: string, as = 'alder-manager') =>
  service.call('POST', `/inspections/${id}/validate`, { as })
const countsOf = async () => (await service.call('GET', '/inspections/count')).body

async function createStarted(tasks = TASKS): Promise<string> {
  const id = await createInspection(service, { tasks: Object.fromEntries(tasks.map((name) => [name, {}])) })
  await createImage(service, id, { tasks })
  for (const name of tasks.filter((name) => BY_MACHINES.slice(0, 3).includes(name))) await start(id, name)
  return id
}

/** As the last job of each task does. */
async function endMachineWork(id: string, names = BY_MACHINES): Promise<void> {
  const ctx = workerContext(service)
  for (const task of (await read(id)).tasks) {
    if (!names.includes(task.name)) continue
    const run = { org_id: service.org.alder, inspection_id: id, task_id: task.id, generation: 1 }
    await inTransaction(ctx, (ctx) => endRun(ctx, run, 'done'))
  }
}

describe('an inspection that only waits for a person', () => {
  it('is DONE once the machines are, and not before', async () => {
    const id = await createStarted()
    expect((await read(id)).status).toBe('IN_PROGRESS')
    await endMachineWork(id, BY_MACHINES.slice(1))
    // What is worked out from damages waits for these, not for a person.
    expect((await read(id)).status).toBe('IN_PROGRESS')
    await endMachineWork(id)
    const { status, tasks } = await read(id)
    expect(status).toBe('DONE')
    expect(tasks.filter((task: { waits_for_person: boolean }) => task.waits_for_person)).toMatchObject([
      { name: 'human_in_the_loop', status: 'TODO' },
    ])
  })

  it('is not DONE while a task was never started', async () => {
    const id = await createInspection(service, { tasks: { dashboard_ocr: {}, damage_detection: {} } })
    await start(id, 'dashboard_ocr')
    expect((await read(id)).status).toBe('IN_PROGRESS')
  })
})

describe('validateInspection', () => {
  it('200 finishes the review and validates every task, and the counts follow', async () => {
    const id = await createStarted()
    await endMachineWork(id)
    const before = await countsOf()
    const { status, body } = await validate(id)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id, object_type: 'INSPECTION', status: 'VALIDATED' })
    expect(body.tasks.map((task: { status: string }) => task.status)).toEqual(TASKS.map(() => 'VALIDATED'))
    expect((await read(id)).status).toBe('VALIDATED')
    const after = await countsOf()
    expect(after.sub_count.DONE ?? 0).toBe(before.sub_count.DONE - 1)
    expect(after.sub_count.VALIDATED).toBe((before.sub_count.VALIDATED ?? 0) + 1)
    const told = await service.rows(
      "select type from events where inspection_id = $1 and payload ->> 'name' = 'human_in_the_loop' order by id",
      [id],
    )
    expect(told.map((event) => event.type)).toEqual(['task.started', 'task.done', 'task.validated'])
    const validated = "select 1 from events where inspection_id = $1 and type = 'task.validated'"
    expect(await service.rows(validated, [id])).toHaveLength(TASKS.length)
    expect((await validate(id)).body.status).toBe('VALIDATED')
    expect(await service.rows(validated, [id])).toHaveLength(TASKS.length)
  })

  it('409 names the tasks that are not done, and changes nothing', async () => {
    const id = await createStarted()
    await endMachineWork(id, ['wheel_analysis', 'compliances'])
    expect(await validate(id)).toMatchObject({
      status: 409,
      body: {
        code: 'inspection_not_done',
        errors: expect.arrayContaining([{ field: 'tasks.damage_detection', message: 'is TODO' }]),
      },
    })
    const { tasks } = await read(id)
    expect(tasks.map((task: { status: string }) => task.status)).not.toContain('VALIDATED')
  })

  it('409 for one that was never started', async () => {
    const id = await createInspection(service)
    expect((await validate(id)).body).toMatchObject({
      code: 'inspection_not_done',
      errors: [{ field: 'tasks.compliances', message: 'is NOT_STARTED' }],
    })
  })

  it('403 for one who may read only, 404 for an inspection of another organization', async () => {
    const id = await createStarted(['human_in_the_loop'])
    expect((await validate(id, 'alder-reader')).status).toBe(403)
    expect((await validate(id, 'birch-manager')).status).toBe(404)
  })
})
