import { afterEach, describe, expect, it } from 'vitest'
import { problem, type Scripted, startScripted } from '../test/scripted-service.ts'
import { createClient } from './client.ts'
import { waitForReport, waitForTask } from './waiting.ts'

let service: Scripted
afterEach(() => service.close())
const clientOf = () => createClient({ baseUrl: service.url, token: 'T' })
const task = (status: string, headers: Record<string, string> = {}, more = {}) => ({
  headers,
  json: { id: 't-1', object_type: 'TASK', name: 'damage_detection', status, ...more },
})
const held = { 'preference-applied': 'wait=10' }

describe('waitForTask', () => {
  it.each(['DONE', 'VALIDATED'])('gives the task once it is %s', async (status) => {
    service = await startScripted(task('TODO', held), task('IN_PROGRESS', held), task(status))
    const told: unknown[] = []
    const { entities, result } = await waitForTask(clientOf(), 'i-1', 'damage_detection', {
      onTask: (one) => told.push(one.status),
    })
    expect(entities.tasks[result]?.status).toBe(status)
    expect(told).toEqual(['TODO', 'IN_PROGRESS'])
    expect(service.seen.map(({ path, headers }) => [path, headers.prefer])).toEqual(
      Array(3).fill(['/v1/inspections/i-1/tasks/damage_detection', 'wait=10']),
    )
  })

  it('asks as often as the service says where it does not hold its answer back', async () => {
    service = await startScripted(task('TODO', { 'retry-after': '1' }), task('DONE'))
    const startedMs = performance.now()
    await waitForTask(clientOf(), 'i-1', 'damage_detection')
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(990)
  })

  it('throws what went wrong', async () => {
    const error_messages = [{ id: 'm-1', object_type: 'ERROR_MESSAGE', message: 'no model is installed' }]
    service = await startScripted(task('ERROR', {}, { error_messages }))
    await expect(waitForTask(clientOf(), 'i-1', 'damage_detection')).rejects.toMatchObject({
      code: 'task_failed',
      message: 'The task damage_detection ended in ERROR: no model is installed',
      errors: [{ field: 'damage_detection', message: 'no model is installed' }],
    })
  })

  it('stops with its signal', async () => {
    service = await startScripted(task('NOT_STARTED', { 'retry-after': '60' }))
    const stopping = new AbortController()
    const call = waitForTask(clientOf(), 'i-1', 'damage_detection', {
      signal: stopping.signal,
      onTask: () => setImmediate(() => stopping.abort()),
    })
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    expect(service.seen.length).toBe(1)
  })
})

describe('waitForReport', () => {
  const notReady = problem(422, 'report_not_ready', {}, { 'retry-after': '1' })

  it('gives the report once it is there', async () => {
    const report = { id: 'i-1', object_type: 'REPORT', report_id: 'r-1', pdf_url: 'https://x.example/r' }
    service = await startScripted(notReady, { json: report })
    const { entities, result } = await waitForReport(clientOf(), 'i-1')
    expect(entities.reports[result]?.pdfUrl).toBe('https://x.example/r')
    expect(service.seen.map(({ headers }) => headers.prefer)).toEqual(['wait=10', 'wait=10'])
  })

  it.each(['report_failed', 'report_not_requested'])('throws %s', async (code) => {
    service = await startScripted(problem(422, code))
    await expect(waitForReport(clientOf(), 'i-1')).rejects.toMatchObject({ code })
  })

  it('stops with its signal', async () => {
    service = await startScripted(notReady)
    const call = waitForReport(clientOf(), 'i-1', { signal: AbortSignal.timeout(200) })
    await expect(call).rejects.toMatchObject({ name: 'TimeoutError' })
  })
})
