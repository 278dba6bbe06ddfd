import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImage, createInspection, imageForm, jpeg } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import { workerContext } from '../../../test/runs.ts'
import { startService } from '../../../test/service.ts'
import { MODEL_TASKS } from '../../core/contracts/tasks.ts'
import { inTransaction } from '../../core/platform/context.ts'
import { endRun } from './run.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const patch = (id: string, json: object, as = 'alder-manager', name = 'compliances') =>
  service.call('PATCH', `/inspections/${id}/tasks/${name}`, { json, as })

describe('updateTask', () => {
  it('200 starts the task with its whole job graph in one transaction', async () => {
    const id = await createInspection(service)
    const images = [await createImage(service, id), await createImage(service, id)]
    const { status, body } = await patch(id, { status: 'TODO' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      object_type: 'TASK',
      name: 'compliances',
      status: 'TODO',
      started_at: expect.any(String),
      done_at: null,
    })
    const [run] = await service.rows('select * from task_runs where task_id = $1', [body.id])
    expect(run).toMatchObject({ generation: 1, image_ids: images, outcome: null })
    const jobs = await service.jobRows(
      "select name, blocked, data from pgboss.job where data->>'task_id' = $1 order by name",
      [body.id],
    )
    expect(jobs.map((job) => [job.name, job.blocked])).toEqual([
      ['analyze_image', false],
      ['analyze_image', false],
      ['finish_task', true],
    ])
    expect(jobs[0].data).toEqual({
      org_id: service.org.alder,
      inspection_id: id,
      task_id: body.id,
      generation: 1,
      image_id: expect.any(String),
    })
    expect((await service.call('GET', `/inspections/${id}`)).body.status).toBe('IN_PROGRESS')
  })

  it('200 for each of five starts at once, and one run', async () => {
    const id = await createInspection(service)
    await createImage(service, id)
    const answers = await Promise.all(Array.from({ length: 5 }, () => patch(id, { status: 'TODO' })))
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200])
    expect(await service.rows('select generation from task_runs where inspection_id = $1', [id])).toEqual([
      { generation: 1 },
    ])
  })

  it('200 changes arguments before the start, and takes the same ones again after it', async () => {
    const id = await createInspection(service, { tasks: { compliances: { a: 1 } } })
    expect((await patch(id, { status: 'TODO', arguments: { use_longshots: true } })).body.arguments).toEqual({
      a: 1,
      use_longshots: true,
    })
    expect((await patch(id, { status: 'TODO', arguments: { use_longshots: true } })).status).toBe(200)
    expect(await patch(id, { arguments: { use_longshots: false } })).toMatchObject({
      status: 409,
      body: { code: 'task_already_started' },
    })
  })

  it('200 lets a person finish and validate, and ends the run once', async () => {
    const id = await createInspection(service)
    await createImage(service, id)
    await patch(id, { status: 'TODO' })
    expect((await patch(id, { status: 'DONE' })).body).toMatchObject({
      status: 'DONE',
      done_at: expect.any(String),
    })
    expect((await patch(id, { status: 'DONE' })).status).toBe(200)
    expect((await patch(id, { status: 'VALIDATED' })).body.status).toBe('VALIDATED')
    expect((await patch(id, { status: 'TODO' })).body.status).toBe('VALIDATED')
    const transitions = await service.rows(
      'select to_status from task_transitions t join tasks on tasks.id = t.task_id where inspection_id = $1 order by t.id',
      [id],
    )
    expect(transitions.map((row) => row.to_status)).toEqual([
      'NOT_STARTED',
      'TODO',
      'IN_PROGRESS',
      'DONE',
      'VALIDATED',
    ])
  })

  it('200 lets a person finish what ended in ERROR, in the same run, and keeps the reason', async () => {
    const id = await createInspection(service, { tasks: { odometer: {} } })
    await createImage(service, id, { tasks: ['odometer'] })
    const read = async () => (await service.call('GET', `/inspections/${id}`)).body
    const wish = (status: string, as = 'alder-manager') => patch(id, { status }, as, 'odometer')
    const task_id = (await wish('TODO')).body.id
    const ctx = workerContext(service)
    const run = { org_id: service.org.alder, inspection_id: id, task_id, generation: 1 }
    const missing = { error: 'no model', code: 'model_not_installed' } as const
    await inTransaction(ctx, (ctx) => endRun(ctx, run, missing))
    expect((await read()).status).toBe('ERROR')
    expect((await wish('VALIDATED')).body).toMatchObject({
      code: 'task_transition_refused',
      allowed: ['TODO', 'DONE'],
    })
    expect((await wish('DONE', 'alder-device')).status).toBe(403)
    expect(await wish('DONE')).toMatchObject({
      status: 200,
      body: { status: 'DONE', error_messages: [{ code: 'model_not_installed' }] },
    })
    expect((await wish('DONE')).status).toBe(200)
    expect((await read()).status).not.toBe('ERROR')
    const runs = await service.rows('select generation, outcome from task_runs where task_id = $1', [task_id])
    expect(runs).toEqual([{ generation: 1, outcome: 'DONE' }])
    const ends = await service.rows(
      "select type from events where inspection_id = $1 and type in ('task.failed', 'task.done') order by id",
      [id],
    )
    expect(ends).toEqual([{ type: 'task.failed' }, { type: 'task.done' }])
    expect((await wish('VALIDATED')).body.status).toBe('VALIDATED')
  })

  it('200 reads image_ocr as images_ocr and shows it under both names', async () => {
    const id = await createInspection(service, { tasks: { image_ocr: {} } })
    expect((await patch(id, { status: 'NOT_STARTED' }, 'alder-manager', 'image_ocr')).body.name).toBe(
      'images_ocr',
    )
    const { body } = await service.call('GET', `/inspections/${id}/tasks`)
    expect(Object.keys(body).sort()).toEqual(['compliances', 'image_ocr', 'images_ocr'])
    expect(body.image_ocr).toEqual(body.images_ocr)
  })

  it('200 for one who may start but not read', async () => {
    const id = await createInspection(service, { tasks: {} }, 'alder-device')
    await createImage(service, id, {}, 'alder-device')
    expect(await patch(id, { status: 'TODO' }, 'alder-device')).toMatchObject({
      status: 200,
      body: { status: 'TODO' },
    })
    expect((await service.call('GET', `/inspections/${id}`, { as: 'alder-device' })).status).toBe(403)
  })

  it('403 to finish without the permission to write, 404 for a task of somebody else', async () => {
    const id = await createInspection(service)
    expect((await patch(id, { status: 'DONE' }, 'alder-reader')).status).toBe(403)
    expect((await patch(id, { status: 'TODO' }, 'alder-member')).status).toBe(404)
  })

  it('404 for an inspection of another organization and for a task it does not have', async () => {
    const foreign = await createInspection(service, { tasks: {} }, 'birch-manager')
    expect((await patch(foreign, { status: 'TODO' }, 'alder-admin')).status).toBe(404)
    const id = await createInspection(service)
    expect((await patch(id, { status: 'TODO' }, 'alder-manager', 'wheel_analysis')).status).toBe(404)
    expect((await patch(id, { status: 'TODO' }, 'alder-manager', '__proto__')).status).toBe(404)
  })

  it('409 for a way the state machine does not have, with where it is and where it can go', async () => {
    const id = await createInspection(service)
    expect(await patch(id, { status: 'VALIDATED' })).toMatchObject({
      status: 409,
      body: { code: 'task_transition_refused', task_status: 'NOT_STARTED', allowed: ['NOT_STARTED', 'TODO'] },
    })
    await patch(id, { status: 'TODO' })
    expect((await patch(id, { status: 'NOT_STARTED' })).status).toBe(409)
  })

  it('200 for a task without a model, which then waits for a person to finish it', async () => {
    const tasks = { dashboard_ocr: {}, pricing: { status: 'TODO' }, human_in_the_loop: {} }
    const id = await createInspection(service, { tasks })
    await createImage(service, id, { tasks: ['dashboard_ocr'] })
    const move = (status: string) => patch(id, { status }, 'alder-manager', 'dashboard_ocr')
    expect(await move('TODO')).toMatchObject({ status: 200, body: { status: 'TODO' } })
    expect(await move('TODO')).toMatchObject({ status: 200, body: { status: 'TODO' } })
    const jobs = await service.jobRows(
      "select 1 from pgboss.job where name = 'analyze_image' and data->>'inspection_id' = $1",
      [id],
    )
    // One job of the compliances task that starts with it, none for the person's.
    expect(jobs).toHaveLength(1)
    const { body } = await service.call('GET', `/inspections/${id}`)
    expect(body.tasks.map((task: { status: string }) => task.status)).not.toContain('NOT_STARTED')
    expect(await move('DONE')).toMatchObject({
      status: 200,
      body: { status: 'DONE', done_at: expect.any(String) },
    })
    expect(await move('VALIDATED')).toMatchObject({ status: 200, body: { status: 'VALIDATED' } })
  })

  it('200 VALIDATED finishes and validates a task that waits for a person', async () => {
    const id = await createInspection(service, { tasks: { dashboard_ocr: {} } })
    const move = (status: string, as?: string) => patch(id, { status }, as, 'dashboard_ocr')
    expect((await move('TODO')).body).toMatchObject({ status: 'TODO', waits_for_person: true })
    expect((await move('VALIDATED', 'alder-device')).status).toBe(403)
    expect(await move('VALIDATED')).toMatchObject({
      status: 200,
      body: { status: 'VALIDATED', waits_for_person: false, done_at: expect.any(String) },
    })
    const told = await service.rows(
      "select type from events where inspection_id = $1 and payload ->> 'name' = 'dashboard_ocr' order by id",
      [id],
    )
    expect(told.map((event) => event.type)).toEqual(['task.started', 'task.done', 'task.validated'])
  })

  it('409 VALIDATED for a task that a model works on', async () => {
    const id = await createInspection(service)
    await createImage(service, id)
    expect((await patch(id, { status: 'TODO' })).body.waits_for_person).toBe(false)
    expect((await patch(id, { status: 'VALIDATED' })).status).toBe(409)
  })

  it.each(MODEL_TASKS)('200 starts %s with a job for each of its pictures', async (name) => {
    const id = await createInspection(service, { tasks: { [name]: {} } })
    await createImage(service, id, { tasks: [name] })
    const { body } = await patch(id, { status: 'TODO' }, 'alder-manager', name)
    const jobs = await service.jobRows(
      "select name from pgboss.job where data->>'task_id' = $1 order by name",
      [body.id],
    )
    expect(jobs).toEqual([{ name: 'analyze_image' }, { name: 'finish_task' }])
  })

  it('409 to add a picture for a task that waits for a person', async () => {
    const id = await createInspection(service, { tasks: { dashboard_ocr: {} } })
    await patch(id, { status: 'TODO' }, 'alder-manager', 'dashboard_ocr')
    const answer = await service.call('POST', `/inspections/${id}/images`, {
      form: imageForm(await jpeg(77), { tasks: ['dashboard_ocr'] }),
    })
    expect(answer).toMatchObject({ status: 409, body: { code: 'task_already_started' } })
  })

  it('422 to start a task that no picture names, also beside pictures of other tasks', async () => {
    const id = await createInspection(service, { tasks: { damage_detection: {}, images_ocr: {} } })
    const start = (name: string) => patch(id, { status: 'TODO' }, 'alder-manager', name)
    const refused = { status: 422, body: { code: 'task_has_no_pictures', task_name: 'images_ocr' } }
    expect(await start('images_ocr')).toMatchObject(refused)
    await createImage(service, id, { tasks: ['damage_detection'] })
    expect(await start('images_ocr')).toMatchObject(refused)
    expect((await service.call('GET', `/inspections/${id}`)).body.status).toBe('NOT_STARTED')
    expect((await start('damage_detection')).status).toBe(200)
    // The automatic task moved with it, and what was refused can still get its picture.
    const { body } = await service.call('GET', `/inspections/${id}/tasks`)
    expect([body.compliances.status, body.images_ocr.status]).toEqual(['TODO', 'NOT_STARTED'])
    await createImage(service, id, { tasks: ['images_ocr'] })
    expect((await start('images_ocr')).status).toBe(200)
  })

  it('422 to start a task whose only picture was deleted', async () => {
    const id = await createInspection(service, { tasks: { odometer: {} } })
    const image = await createImage(service, id, { tasks: ['odometer'] })
    await service.call('DELETE', `/inspections/${id}/images/${image}`)
    expect((await patch(id, { status: 'TODO' }, 'alder-manager', 'odometer')).status).toBe(422)
  })

  it('422 to start a task that neither a model nor a person can do', async () => {
    const id = await createInspection(service, { tasks: { image_editing: {} } })
    expect(await patch(id, { status: 'TODO' }, 'alder-manager', 'image_editing')).toMatchObject({
      status: 422,
      body: { code: 'task_not_available' },
    })
  })

  it('400 for a status that is not in the list', async () => {
    const id = await createInspection(service)
    expect((await patch(id, { status: 'IN_PROGRESS' })).status).toBe(400)
  })
})
