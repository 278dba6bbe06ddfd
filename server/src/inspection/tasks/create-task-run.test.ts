import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImage, createInspection } from '../../../test/factories.ts'
import { type Service, startOwnService } from '../../../test/own-service.ts'
import { startRun, workerContext } from '../../../test/runs.ts'
import { inTransaction } from '../../core/platform/context.ts'
import { type Ending, endRun } from './run.ts'

let service: Service
beforeAll(async () => {
  service = await startOwnService({ settings: { RUNS_PER_TASK_MAX: '3' } })
})
afterAll(() => service.stop())

const at = (id: string, name = 'damage_detection') => `/inspections/${id}/tasks/${name}`
const runAgain = (id: string, as = 'alder-manager', name?: string) =>
  service.call('POST', `${at(id, name)}/runs`, { as })
const move = (id: string, status: string) => service.call('PATCH', at(id), { json: { status } })

async function createStarted() {
  const id = await createInspection(service, { tasks: { damage_detection: {} } })
  const image = await createImage(service, id, { tasks: ['damage_detection'] })
  return { id, image, run: await startRun(service, id, 'damage_detection') }
}

async function createEnded(ending: Ending = 'done') {
  const started = await createStarted()
  await inTransaction(workerContext(service), (ctx) => endRun(ctx, started.run, ending))
  return started
}

describe('createTaskRun', () => {
  it('201 starts a new generation of a finished task on the pictures it has now', async () => {
    const { id, image, run } = await createEnded()
    const answer = await runAgain(id)
    expect(answer).toMatchObject({
      status: 201,
      body: { id: run.task_id, status: 'TODO', done_at: null, error_messages: [] },
    })
    const runs = await service.rows(
      'select generation, image_ids, outcome from task_runs where task_id = $1 order by generation',
      [run.task_id],
    )
    expect(runs).toEqual([
      { generation: 1, image_ids: [image], outcome: 'DONE' },
      { generation: 2, image_ids: [image], outcome: null },
    ])
    const jobs = await service.jobRows(
      "select name from pgboss.job where data ->> 'task_id' = $1 and data ->> 'generation' = '2' order by name",
      [run.task_id],
    )
    expect(jobs).toEqual([{ name: 'analyze_image' }, { name: 'finish_task' }])
    expect((await service.call('GET', `/inspections/${id}`)).body.status).toBe('IN_PROGRESS')
  })

  it('201 takes a validated task back, and the event says so', async () => {
    const { id } = await createEnded()
    await move(id, 'VALIDATED')
    expect((await runAgain(id)).body.status).toBe('TODO')
    const started = await service.rows(
      `select payload ->> 'generation' as generation, payload ->> 'from_status' as "from" from events
       where inspection_id = $1 and type = 'task.started' and payload ->> 'name' = 'damage_detection' order by id`,
      [id],
    )
    expect(started).toEqual([
      { generation: '1', from: 'NOT_STARTED' },
      { generation: '2', from: 'VALIDATED' },
    ])
  })

  it('201 for a task that ended in ERROR, and for a review that is opened again', async () => {
    const { id } = await createEnded({ error: 'no model' })
    expect((await runAgain(id)).body).toMatchObject({ status: 'TODO', error_messages: [] })
    const review = await createInspection(service, { tasks: { dashboard_ocr: {} } })
    for (const status of ['TODO', 'VALIDATED'])
      await service.call('PATCH', at(review, 'dashboard_ocr'), { json: { status } })
    expect((await runAgain(review, 'alder-manager', 'dashboard_ocr')).body).toMatchObject({
      status: 'TODO',
      waits_for_person: true,
    })
  })

  it('leaves a picture out that was deleted since', async () => {
    const { id, image, run } = await createEnded()
    const rest = await createImage(service, id)
    await service.rows('update images set deleted_at = now() where id = $1', [image])
    expect(await runAgain(id)).toMatchObject({ status: 422, body: { code: 'task_has_no_pictures' } })
    expect(rest).not.toBe(image)
    const runs = await service.rows('select generation from task_runs where task_id = $1', [run.task_id])
    expect(runs).toHaveLength(1)
  })

  it('409 while it runs, and one of two at once', async () => {
    const { id } = await createStarted()
    expect(await runAgain(id)).toMatchObject({
      status: 409,
      body: { code: 'task_running', task_name: 'damage_detection', task_status: 'TODO' },
    })
    await move(id, 'DONE')
    const answers = await Promise.all([runAgain(id), runAgain(id)])
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, 409])
  })

  it('409 for a task that has not run', async () => {
    const id = await createInspection(service, { tasks: { damage_detection: {} } })
    expect(await runAgain(id)).toMatchObject({ status: 409, body: { code: 'task_not_run' } })
  })

  it('422 beyond the limit of runs', async () => {
    const { id } = await createEnded()
    for (const _ of [2, 3]) {
      expect((await runAgain(id)).status).toBe(201)
      await move(id, 'DONE')
    }
    expect(await runAgain(id)).toMatchObject({
      status: 422,
      body: { code: 'limit_reached', resource: 'task_runs', limit: 3 },
    })
  })

  it('403 for one who may only read, 404 for another organization and for a task it does not have', async () => {
    const { id } = await createEnded()
    expect((await runAgain(id, 'alder-reader')).status).toBe(403)
    expect((await runAgain(id, 'birch-manager')).status).toBe(404)
    expect((await runAgain(id, 'alder-manager', 'wheel_analysis')).status).toBe(404)
  })
})
