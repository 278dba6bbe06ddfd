import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImage, createInspection, waitFor } from '../../../test/factories.ts'
import { type Service, startOwnService } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'
import { createContext } from '../../core/platform/context.ts'
import { uuidv7 } from '../../core/platform/uuid.ts'
import { storageKey } from '../images/storage-keys.ts'
import { failReplay } from './fail-replay.job.ts'
import { replayTask } from './replay-task.ts'

let service: Service
beforeAll(async () => {
  service = await startOwnService({ settings: { REPLAYS_PER_TASK_MAX: '3' } })
  await service.startWorker()
})
afterAll(() => service.stop())

const at = (id: string) => `/inspections/${id}/tasks/compliances`
const replay = (id: string, as = 'alder-manager') => service.call('POST', `${at(id)}/replay`, { as })

/** An inspection whose compliances task a worker has done. */
async function createDone(pictures = 1) {
  const id = await createInspection(service)
  const images: string[] = []
  for (let n = 0; n < pictures; n++) images.push(await createImage(service, id))
  await service.call('PATCH', at(id), { json: { status: 'TODO' } })
  const task = await waitFor('the task to end', async () => {
    const { body } = await service.call('GET', at(id))
    return body.status === 'DONE' && body
  })
  return { id, images, task_id: task.id }
}

/** All that a replay must leave as it is. */
const rowsOf = async (id: string) => [
  await service.rows('select * from tasks where inspection_id = $1', [id]),
  await service.rows(
    'select r.* from task_results r join tasks on tasks.id = r.task_id where inspection_id = $1 order by image_id',
    [id],
  ),
  await service.rows('select * from images where inspection_id = $1 order by id', [id]),
]

describe('replayTask', () => {
  it('200 makes the results again, finds them identical, and changes nothing', async () => {
    const { id, images } = await createDone(2)
    const before = await rowsOf(id)
    const { status, body } = await replay(id)
    expect(status).toBe(200)
    expect(body).toEqual({
      id: expect.any(String),
      object_type: 'TASK_REPLAY',
      inspection_id: id,
      task_name: 'compliances',
      generation: 1,
      status: 'DONE',
      created_at: expect.any(String),
      created_by: 'alder-manager',
      done_at: expect.any(String),
      is_identical: true,
      images: images.map((image_id) => ({
        image_id,
        origin: 'quality-3',
        is_identical: true,
        differences: [],
      })),
      error: null,
    })
    expect(await rowsOf(id)).toEqual(before)
    const events = await service.rows(
      "select type, payload->'is_identical' as is_identical from events where inspection_id = $1 and type like 'task.replay%' order by id",
      [id],
    )
    expect(events).toEqual([
      { type: 'task.replay_requested', is_identical: null },
      { type: 'task.replayed', is_identical: true },
    ])
    const read = await service.call('GET', `${at(id)}/replays/${body.id}`)
    expect(read).toMatchObject({ status: 200, body })
  })

  it('200 names what differs in a result that somebody changed, and only in that one', async () => {
    const { id, images } = await createDone(2)
    await service.rows(
      "update task_results set result = jsonb_set(result, '{image_analysis,image_width}', '321') where image_id = $1",
      [images[1]],
    )
    expect((await replay(id)).body).toMatchObject({
      status: 'DONE',
      is_identical: false,
      images: [
        { image_id: images[0], is_identical: true, differences: [] },
        {
          image_id: images[1],
          is_identical: false,
          differences: [
            { of: 'result', path: '/image_analysis/image_width', recorded: '321', replayed: '320' },
          ],
        },
      ],
    })
  })

  it('200 looks at the pixels, not at the result that the image has', async () => {
    const { id, images } = await createDone()
    for (const table of ['task_results set result', 'images set compliances'])
      await service.rows(
        `update ${table} = '{"compliance_status": "made up"}' where ${table.startsWith('images') ? 'id' : 'image_id'} = $1`,
        [images[0]],
      )
    const { body } = await replay(id)
    expect(body.is_identical).toBe(false)
    expect(body.images[0].differences).toContainEqual({
      of: 'result',
      path: '/compliance_status',
      recorded: '"made up"',
      replayed: expect.not.stringMatching('made up'),
    })
  })

  it('200 names another input, code and model beside a result that is the same', async () => {
    const { id } = await createDone()
    await service.rows(
      `update task_results r set provenance = provenance ||
        '{"input_sha256": "00", "code_version": "0.0.0", "models": [{"name": "gone", "version": "1", "sha256": "00"}]}'
       from tasks where tasks.id = r.task_id and inspection_id = $1`,
      [id],
    )
    const { body } = await replay(id)
    expect(body).toMatchObject({ status: 'DONE', is_identical: true })
    const paths = body.images[0].differences.map((difference: { path: string }) => difference.path)
    expect(paths).toEqual(expect.arrayContaining(['/input_sha256', '/code_version', '/models/gone']))
  })

  it('200 ends in ERROR with the reason when a picture is gone from the store', async () => {
    const { id, images } = await createDone()
    await service.parts.cell.storage.delete([storageKey(service.org.alder, images[0] ?? '', 'working.jpg')])
    expect((await replay(id)).body).toMatchObject({
      status: 'ERROR',
      is_identical: null,
      images: [],
      error: `the working picture of image ${images[0]} is not in the object store`,
    })
  })

  it('200 replays the pictures a run was started with, deleted ones too', async () => {
    const { id, images } = await createDone()
    await service.call('DELETE', `/inspections/${id}/images/${images[0]}`, {
      json: { authorized_tasks_statuses: ['DONE'] },
    })
    expect((await replay(id)).body).toMatchObject({ status: 'DONE', is_identical: true })
  })

  it('200 tells whoever waits when all attempts are used up, once', async () => {
    const { id, task_id } = await createDone()
    const replay_id = uuidv7()
    await service.rows(
      `insert into task_replays (org_id, inspection_id, id, task_id, generation, created_by)
       values ('${service.org.alder}', $1, $2, $3, 1, 'test')`,
      [id, replay_id, task_id],
    )
    const principal = { subject: 'worker', org_id: service.org.alder, permissions: new Set<string>() }
    const ctx = createContext(service.parts, principal, service.log)
    const job = { org_id: service.org.alder, inspection_id: id, replay_id }
    const read = async () => (await service.call('GET', `${at(id)}/replays/${replay_id}`)).body
    expect(await read()).toMatchObject({ status: 'IN_PROGRESS', done_at: null, is_identical: null })
    await failReplay(ctx, job)
    const ended = await read()
    expect(ended).toMatchObject({ status: 'ERROR', error: expect.any(String), done_at: expect.any(String) })
    await failReplay(ctx, job)
    expect(await read()).toEqual(ended)
  })

  it('403 without the permission to start the task', async () => {
    const { id } = await createDone()
    expect((await replay(id, 'alder-reader')).status).toBe(403)
    const permissions = new Set(['monk_core_api:inspections:update_organization'])
    const principal = { subject: 'alder-device', org_id: service.org.alder, permissions }
    const ctx = createContext(service.parts, principal, service.log)
    await expect(replayTask(ctx, id, 'compliances')).rejects.toMatchObject({ code: 'permission_missing' })
  })

  it('404 for an inspection of another organization, a deleted one, and a task it does not have', async () => {
    const { id } = await createDone()
    const { body } = await replay(id)
    expect((await replay(id, 'birch-admin')).status).toBe(404)
    expect((await service.call('POST', `/inspections/${id}/tasks/wheel_analysis/replay`)).status).toBe(404)
    const read = (path: string, as = 'alder-manager') => service.call('GET', path, { as })
    expect((await read(`${at(id)}/replays/${body.id}`, 'birch-admin')).status).toBe(404)
    const other = await createInspection(service, { tasks: { wheel_analysis: {} } })
    expect((await read(`${at(other)}/replays/${body.id}`)).status).toBe(404)
    expect((await read(`${at(id)}/replays/${uuidv7()}`)).status).toBe(404)
    expect((await read(`${at(id)}/replays/x`)).status).toBe(404)
    await service.call('DELETE', `/inspections/${id}`)
    expect((await replay(id)).status).toBe(404)
    expect((await read(`${at(id)}/replays/${body.id}`)).status).toBe(404)
  })

  it('409 while the task has not ended, and for one that a person did', async () => {
    const id = await createInspection(service, { tasks: { human_in_the_loop: {} } })
    expect(await replay(id)).toMatchObject({
      status: 409,
      body: { code: 'task_not_replayable', task_name: 'compliances', task_status: 'NOT_STARTED' },
    })
    const path = `/inspections/${id}/tasks/human_in_the_loop`
    await service.call('PATCH', path, { json: { status: 'TODO' } })
    await service.call('PATCH', path, { json: { status: 'DONE' } })
    expect(await service.call('POST', `${path}/replay`)).toMatchObject({
      status: 409,
      body: { code: 'task_not_replayable', task_status: 'DONE' },
    })
  })

  it('409 for a run without pictures', async () => {
    const { id } = await createDone(0)
    expect(await replay(id)).toMatchObject({ status: 409, body: { task_status: 'DONE' } })
  })

  it('409 for a run that has results and has not ended', async () => {
    const idle = await startService()
    const id = await createInspection(idle)
    const image = await createImage(idle, id)
    await idle.call('PATCH', at(id), { json: { status: 'TODO' } })
    await idle.rows(
      `insert into task_results (org_id, task_id, generation, image_id, result, origin)
       select org_id, id, generation, $2, '{}', 'test' from tasks where inspection_id = $1`,
      [id, image],
    )
    const answer = await idle.call('POST', `${at(id)}/replay`)
    await idle.stop()
    expect(answer).toMatchObject({ status: 409, body: { task_status: 'TODO' } })
  })

  it('200 answers the replay that is under way instead of making a second', async () => {
    const { id, task_id } = await createDone()
    const replay_id = uuidv7()
    // Of no job, so it stays under way until the test ends it.
    await service.rows(
      `insert into task_replays (org_id, inspection_id, id, task_id, generation, created_by)
       values ('${service.org.alder}', $1, $2, $3, 1, 'somebody')`,
      [id, replay_id, task_id],
    )
    const permissions = new Set([
      'monk_core_api:inspections:update_organization',
      'monk_core_api:compliances',
    ])
    const principal = { subject: 'alder-manager', org_id: service.org.alder, permissions }
    const ctx = createContext(service.parts, principal, service.log)
    // A clock on which the time to wait is over at once.
    let nowMs = 0
    const hurried = { ...ctx, clock: { nowMs: () => (nowMs += 60_000) } }
    const asked = [replayTask(hurried, id, 'compliances'), replayTask(hurried, id, 'compliances')]
    for (const answer of await Promise.all(asked))
      expect(answer).toMatchObject({ id: replay_id, created_by: 'somebody', status: 'IN_PROGRESS' })
    expect(await service.rows('select id from task_replays where task_id = $1', [task_id])).toEqual([
      { id: replay_id },
    ])
    await failReplay(ctx, { org_id: service.org.alder, inspection_id: id, replay_id })
    expect((await replay(id)).body).toMatchObject({
      id: expect.not.stringMatching(replay_id),
      status: 'DONE',
    })
  })

  it('422 for one more than a task may have', async () => {
    const { id } = await createDone()
    for (let n = 0; n < 3; n++) expect((await replay(id)).status).toBe(200)
    expect((await replay(id)).body).toMatchObject({
      code: 'limit_reached',
      resource: 'task_replays',
      limit: 3,
    })
  })
})
