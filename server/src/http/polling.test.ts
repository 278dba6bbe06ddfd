import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Call } from '../../test/calls.ts'
import { exchange } from '../../test/exchange.ts'
import { createImage, createInspection } from '../../test/factories.ts'
import type { Service } from '../../test/own-service.ts'
import { pdf, reportForm } from '../../test/reports.ts'
import { startService } from '../../test/service.ts'
import { type Document, operationsOf } from '../core/contracts/openapi-document.ts'
import { systemClock } from '../core/platform/clock.ts'
import { uuidv7 } from '../core/platform/uuid.ts'
import { readWait } from './polling.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const TASKS = { tasks: { damage_detection: {}, human_in_the_loop: {} } }
const taskAt = (id: string, name = 'damage_detection') => `/inspections/${id}/tasks/${name}`
const move = (path: string, status: string) => service.call('PATCH', path, { json: { status } })
const prefer = (value: string): Call => ({ headers: { prefer: value } })

/** Asks while the time for waiting does not pass: an answer comes because of what happens, or not at all. */
function askInStoppedTime(path: string, call: Call = {}) {
  vi.spyOn(systemClock, 'nowMs').mockReturnValue(Date.now())
  const asked = { isAnswered: false, answer: service.call('GET', path, call) }
  void asked.answer.finally(() => {
    asked.isAnswered = true
  })
  return asked
}
afterEach(() => vi.restoreAllMocks())

/** How long the service takes to answer at least, in milliseconds, and what. */
async function timed(path: string, call: Call = {}) {
  const startedMs = performance.now()
  const answer = await service.call('GET', path, call)
  return { ...answer, tookMs: performance.now() - startedMs }
}

/** An inspection with a task under way. No worker runs, so it stays so until the test ends it. */
async function startTask(): Promise<string> {
  const id = await createInspection(service, TASKS)
  await createImage(service, id, { tasks: ['damage_detection'] })
  await move(taskAt(id), 'TODO')
  return id
}

async function insertReplay(id: string): Promise<{ path: string; replayId: string }> {
  const replayId = uuidv7()
  await service.rows(
    `insert into task_replays (org_id, inspection_id, id, task_id, generation, created_by)
     select org_id, inspection_id, $2, id, generation, 'test' from tasks
     where inspection_id = $1 and name = 'damage_detection'`,
    [id, replayId],
  )
  return { path: `${taskAt(id)}/replays/${replayId}`, replayId }
}

/** Without the event that goes with it. */
const endReplay = (replayId: string) =>
  service.rows("update task_replays set status = 'DONE', done_at = now(), outcome = '{}' where id = $1", [
    replayId,
  ])

describe('Prefer', () => {
  it.each<[string | string[] | undefined, number | null]>([
    [undefined, null],
    ['', null],
    ['wait=5', 5],
    ['WAIT = 5', 5],
    ['wait="5"', 5],
    ['wait=0', 0],
    ['wait=12', 12],
    ['wait=13', 12],
    ['wait=999999999', 12],
    ['wait=1e9', null],
    ['wait=-1', null],
    ['wait=5s', null],
    ['wait', null],
    ['wait=', null],
    ['await=5', null],
    ['return=minimal, wait=5', 5],
    ['wait=5; foo=bar, respond-async', 5],
    ['wait=x, wait=3, wait=4', 3],
    [`${'x'.repeat(90)}, wait=1`, 1],
  ])('%j asks for %s', (header, seconds) => {
    expect(readWait(header)).toBe(seconds)
  })
})

describe('openapi.json', () => {
  const document: Document = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../openapi.json'), 'utf8'),
  )
  const operations = operationsOf(document).map(({ operation }) => operation)

  it('says which reads wait, and that their answers tell it', () => {
    const waiting = operations.filter(({ parameters = [] }) =>
      parameters.some(({ name }) => name === 'Prefer'),
    )
    expect(waiting.map(({ operationId }) => operationId).toSorted()).toEqual([
      'getComparison',
      'getComparisonReport',
      'getReport',
      'getTask',
      'getTaskReplay',
    ])
    for (const { responses } of waiting)
      expect(Object.keys(responses['200']?.headers ?? {})).toContain('Preference-Applied')
  })

  it('says which answers may tell when to ask again', () => {
    const telling = operations.filter(({ responses }) =>
      Object.entries(responses).some(([status, { headers }]) => status < '300' && headers?.['Retry-After']),
    )
    expect(telling.map(({ operationId }) => operationId).toSorted()).toEqual([
      'createComparison',
      'createComparisonReport',
      'createComparisonRun',
      'createErasure',
      'createImage',
      'createInspection',
      'createReport',
      'createTaskRun',
      'getCapture',
      'getComparison',
      'getErasure',
      'getImage',
      'getInspection',
      'getTask',
      'getTaskReplay',
      'listImages',
      'listReports',
      'listTasks',
      'replayTask',
      'updateTask',
    ])
  })
})

describe('Retry-After', () => {
  const afterOf = async (path: string, call?: Call) =>
    (await service.call('GET', path, call)).headers.get('retry-after')

  it('is told while a task is under way, sooner for a model than for a person', async () => {
    const id = await createInspection(service, TASKS)
    expect(await afterOf(taskAt(id))).toBeNull()
    expect((await move(taskAt(id, 'human_in_the_loop'), 'TODO')).headers.get('retry-after')).toBe('30')
    expect(await afterOf(taskAt(id, 'human_in_the_loop'))).toBe('30')
    expect(await afterOf(`/inspections/${id}/tasks`)).toBe('30')
    await createImage(service, id, { tasks: ['damage_detection'] })
    expect((await move(taskAt(id), 'TODO')).headers.get('retry-after')).toBe('2')
    expect(await afterOf(taskAt(id))).toBe('2')
    expect(await afterOf(`/inspections/${id}/tasks`)).toBe('2')
    await move(taskAt(id), 'DONE')
    await move(taskAt(id, 'human_in_the_loop'), 'DONE')
    expect(await afterOf(taskAt(id))).toBeNull()
  })

  it('is told while the check of a picture is pending, wherever the picture is shown', async () => {
    const id = await createInspection(service, { tasks: {} })
    const imageId = await createImage(service, id)
    const paths = ['', '/images', `/images/${imageId}`].map((path) => `/inspections/${id}${path}`)
    for (const path of paths) expect(await afterOf(path)).toBe('1')
    const entities = { headers: { accept: 'application/vnd.walkaround.entities+json' } }
    expect(await afterOf(paths[2] ?? '', entities)).toBe('1')
    await service.rows(
      `update images set compliances = '{"image_quality_assessment": {"status": "DONE"}}' where id = $1`,
      [imageId],
    )
    for (const path of paths) expect(await afterOf(path)).toBeNull()
  })

  it('is told while a report is being made, and with the answer to who asks for it', async () => {
    const id = await createInspection(service)
    const path = `/inspections/${id}/pdf`
    expect((await service.call('POST', path, { json: {} })).headers.get('retry-after')).toBe('2')
    expect(await afterOf(path)).toBe('2')
    expect(await afterOf(`${path}/versions`)).toBe('2')
    await service.call('POST', path, { form: reportForm(pdf('x')) })
    expect(await afterOf(path)).toBeNull()
  })

  it('is told while a replay is under way', async () => {
    const id = await startTask()
    const { path, replayId } = await insertReplay(id)
    expect(await afterOf(path)).toBe('2')
    await endReplay(replayId)
    expect(await afterOf(path)).toBeNull()
  })

  it('goes with 304 too', async () => {
    const path = taskAt(await startTask())
    const etag = (await service.call('GET', path)).headers.get('etag') ?? ''
    const answer = await exchange(service, 'GET', path, { headers: { 'if-none-match': etag } })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([304, '2'])
  })
})

describe('Prefer: wait', () => {
  it('200 as soon as the task ends', async () => {
    const id = await startTask()
    const asked = askInStoppedTime(taskAt(id), prefer('wait=10'))
    await delay(700)
    expect(asked.isAnswered).toBe(false)
    await move(taskAt(id), 'DONE')
    const { status, body, headers } = await asked.answer
    expect([status, body.status, headers.get('preference-applied')]).toEqual([200, 'DONE', 'wait=10'])
    expect(headers.get('retry-after')).toBeNull()
  })

  it('200 after the time when it does not end, and 304 when nothing has changed since', async () => {
    const path = taskAt(await startTask())
    const first = await timed(path, prefer('wait=1'))
    expect([first.status, first.body.status, first.headers.get('retry-after')]).toEqual([200, 'TODO', '2'])
    expect(first.tookMs).toBeGreaterThan(950)
    const etag = first.headers.get('etag') ?? ''
    const headers = { prefer: 'wait=1', 'if-none-match': etag }
    const again = await exchange(service, 'GET', path, { headers })
    expect([again.status, again.text, again.headers.get('preference-applied')]).toEqual([304, '', 'wait=1'])
  })

  it('200 at once for a task that has ended, or that nobody has started', async () => {
    const id = await createInspection(service, TASKS)
    await move(taskAt(id, 'human_in_the_loop'), 'TODO')
    await move(taskAt(id, 'human_in_the_loop'), 'DONE')
    for (const name of ['damage_detection', 'human_in_the_loop']) {
      const { answer } = askInStoppedTime(taskAt(id, name), prefer('wait=60'))
      const { status, headers } = await answer
      expect([status, headers.get('preference-applied')]).toEqual([200, 'wait=12'])
    }
  })

  it('200 for a report that is done meanwhile, 422 for one that is not', async () => {
    const id = await createInspection(service)
    const path = `/inspections/${id}/pdf`
    await service.call('POST', path, { json: {} })
    const late = await timed(path, prefer('wait=1'))
    expect([late.status, late.headers.get('preference-applied')]).toEqual([422, 'wait=1'])
    expect([late.headers.get('retry-after'), late.body.code]).toEqual(['2', 'report_not_ready'])
    expect(late.tookMs).toBeGreaterThan(950)
    const waiting = timed(path, prefer('wait=10'))
    await delay(300)
    await service.call('POST', path, { form: reportForm(pdf('y')) })
    expect(await waiting).toMatchObject({ status: 200, body: { source: 'uploaded' } })
    const { headers } = await service.call('GET', path)
    const etag = headers.get('etag') ?? ''
    expect((await exchange(service, 'GET', path, { headers: { 'if-none-match': etag } })).status).toBe(304)
  })

  it('200 for a replay that ends meanwhile, even when no event tells of it', async () => {
    const { path, replayId } = await insertReplay(await startTask())
    const { answer } = askInStoppedTime(path, prefer('wait=10'))
    await delay(300)
    await endReplay(replayId)
    const { body, headers } = await answer
    expect([body.status, headers.get('preference-applied')]).toEqual(['DONE', 'wait=10'])
  })

  it('404 at once for an inspection of another organization', async () => {
    const foreign = { ...prefer('wait=12'), as: 'birch-manager' } as const
    const { answer } = askInStoppedTime(taskAt(await startTask()), foreign)
    expect((await answer).status).toBe(404)
  })

  it('404 for what is deleted meanwhile', async () => {
    const id = await startTask()
    await service.call('POST', `/inspections/${id}/pdf`, { json: {} })
    const { path } = await insertReplay(id)
    const paths = [taskAt(id), path, `/inspections/${id}/pdf`]
    const waiting = Promise.all(paths.map((path) => service.call('GET', path, prefer('wait=3'))))
    await delay(500)
    expect((await service.call('DELETE', `/inspections/${id}`)).status).toBe(200)
    expect((await waiting).map(({ status }) => status)).toEqual([404, 404, 404])
  })

  it('is not applied where nothing is waited for, and not without being asked', async () => {
    const id = await startTask()
    const read = await service.call('GET', `/inspections/${id}`, prefer('wait=10'))
    expect([read.status, read.headers.get('preference-applied')]).toEqual([200, null])
    expect((await service.call('GET', taskAt(id))).headers.get('preference-applied')).toBeNull()
  })
})
