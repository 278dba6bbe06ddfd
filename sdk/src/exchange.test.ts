import { afterEach, describe, expect, it } from 'vitest'
import { problem, type Scripted, startScripted } from '../test/scripted-service.ts'
import { type ClientOptions, createClient } from './client.ts'
import { WalkaroundError } from './errors.ts'
import {
  createInspection,
  deleteInspection,
  getInspection,
  updateInspection,
  verifyReport,
} from './operations.ts'

let service: Scripted
afterEach(() => service.close())
const clientOf = (options: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl: service.url, token: 'T', timeoutMs: 2_000, ...options })
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('did not fail')
    },
    (error: WalkaroundError) => error,
  )

describe('a call', () => {
  it('sends token, path, query and body, and gives the normalised answer', async () => {
    service = await startScripted({})
    const answer = await createInspection(clientOf(), {
      tasks: { damage_detection: {} },
      inspectionType: 'claim',
    })
    expect(answer.result).toBe('i-1')
    expect(answer.entities.inspections['i-1']).toEqual({ id: 'i-1' })
    await getInspection(clientOf(), 'a/b c', { showDeletedObjects: true, verbose: 'light' })
    expect(service.seen.map(({ method, path, headers }) => [method, path, headers.authorization])).toEqual([
      ['POST', '/v1/inspections', 'Bearer T'],
      ['GET', '/v1/inspections/a%2Fb%20c?showDeletedObjects=true&verbose=light', 'Bearer T'],
    ])
    expect(JSON.parse(String(service.seen[0]?.body))).toEqual({
      tasks: { damage_detection: {} },
      inspectionType: 'claim',
    })
  })

  it.each(['', '/', '/v1', '/v1/'])('takes the base URL with "%s" behind it', async (end) => {
    service = await startScripted({})
    await getInspection(clientOf({ baseUrl: service.url + end }), 'i-1')
    expect(service.seen[0]?.path).toBe('/v1/inspections/i-1')
  })

  it('refuses an empty id, which would be another path', async () => {
    service = await startScripted({})
    expect(() => deleteInspection(clientOf(), '')).toThrow('an id is missing')
    expect(service.seen).toEqual([])
  })

  it('names the version that is to be changed', async () => {
    service = await startScripted({})
    await updateInspection(clientOf(), 'i-1', { additionalData: {} }, { version: 3 })
    expect(service.seen[0]?.headers['if-match']).toBe('"3"')
  })

  it('sends no token where none is asked for', async () => {
    service = await startScripted({
      json: { report_id: 'r', object_type: 'REPORT_VERIFICATION', is_latest: true },
    })
    const { isLatest } = await verifyReport(clientOf(), 'r')
    expect(isLatest).toBe(true)
    expect(service.seen[0]?.headers.authorization).toBeUndefined()
  })
})

describe('a failure', () => {
  it('tells code, status, fields, request and what to do', async () => {
    service = await startScripted(
      problem(400, 'request_invalid', { errors: [{ field: 'tasks', message: 'is missing' }], limit: 3 }),
    )
    const error = await failure(createInspection(clientOf(), { tasks: {} }))
    expect(error).toBeInstanceOf(WalkaroundError)
    expect(error).toMatchObject({
      name: 'WalkaroundError',
      code: 'request_invalid',
      status: 400,
      message: 'request_invalid. Do this.',
      errors: [{ field: 'tasks', message: 'is missing' }],
      requestId: 'r-1',
      retryable: false,
      retryAfterS: undefined,
      problem: { limit: 3 },
    })
    expect(service.seen.length).toBe(1)
  })

  it('of a proxy, whose answer is a page, is told as such', async () => {
    service = await startScripted({ status: 413, text: '<html>too large</html>' })
    expect(await failure(getInspection(clientOf(), 'i-1'))).toMatchObject({
      code: 'answer_unreadable',
      status: 413,
      message: 'The service responded with status 413',
    })
  })

  it('is a page in the place of an answer', async () => {
    service = await startScripted({ text: '<html>log in to the hotel</html>' })
    expect(await failure(getInspection(clientOf(), 'i-1'))).toMatchObject({
      code: 'answer_unreadable',
      status: 200,
    })
  })
})

describe('a mistake of the caller', () => {
  it.each([
    ['a key', { idempotencyKey: 'a\nb' }, 'T'],
    ['a header', { headers: { 'x-own': 'ü\u2603' } }, 'T'],
    ['a token', {}, 'a\nb'],
  ])('in %s is told at once, and nothing is sent', async (_, options, token) => {
    service = await startScripted({})
    const error = await failure(createInspection(clientOf({ token }), { tasks: {} }, options))
    expect(error).toBeInstanceOf(TypeError)
    expect(service.seen).toEqual([])
  })
})

describe('a retry', () => {
  it.each([
    ['a connection that breaks before the answer', { status: 200, cutAfter: 0 }],
    ['an answer that is cut off', { status: 200, cutAfter: 9 }],
    ['502 of a proxy', { status: 502, text: 'bad gateway' }],
    ['503', problem(503, 'unavailable', { retryable: true })],
    ['504', { status: 504, text: '' }],
    ['429', problem(429, 'rate_limited', { retryable: true })],
    ['500 that says so', problem(500, 'internal_error', { retryable: true })],
  ])('follows %s, under the same key', async (_, first) => {
    service = await startScripted(first, first, {})
    await createInspection(clientOf(), { tasks: {} })
    const keys = service.seen.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toEqual([keys[0], keys[0], keys[0]])
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(new Set(service.seen.map(({ body }) => String(body))).size).toBe(1)
  })

  it('has another key in another call, and the one that is given', async () => {
    service = await startScripted({})
    await createInspection(clientOf(), { tasks: {} })
    await createInspection(clientOf(), { tasks: {} })
    await createInspection(clientOf(), { tasks: {} }, { idempotencyKey: 'mine' })
    await getInspection(clientOf(), 'i-1')
    const keys = service.seen.map(({ headers }) => headers['idempotency-key'])
    expect(keys[0]).not.toBe(keys[1])
    expect(keys.slice(2)).toEqual(['mine', undefined])
  })

  it('ends when it is enough, with what went wrong', async () => {
    service = await startScripted(problem(503, 'unavailable', { retryable: true }))
    expect(await failure(getInspection(clientOf({ retries: 2 }), 'i-1'))).toMatchObject({
      code: 'unavailable',
      retryable: true,
    })
    expect(service.seen.length).toBe(3)
  })

  it.each([400, 401, 403, 404, 409, 412, 422])('does not follow %i', async (status) => {
    service = await startScripted(problem(status, 'some_code'))
    expect(await failure(createInspection(clientOf(), { tasks: {} }))).toMatchObject({ status })
    expect(service.seen.length).toBe(1)
  })

  it('waits as long as it is told', async () => {
    service = await startScripted(
      problem(503, 'unavailable', { retryable: true }, { 'retry-after': '1' }),
      {},
    )
    const startedMs = performance.now()
    await getInspection(clientOf(), 'i-1')
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(995)
  })

  it('does not wait for hours: that is for the caller to decide', async () => {
    service = await startScripted(
      problem(429, 'rate_limited', { retryable: true }, { 'retry-after': '3600' }),
    )
    expect(await failure(getInspection(clientOf(), 'i-1'))).toMatchObject({
      code: 'rate_limited',
      retryAfterS: 3600,
    })
    expect(service.seen.length).toBe(1)
  })

  it('goes on while the first request with the key still runs, however few tries are allowed', async () => {
    const running = problem(409, 'idempotency_key_running', { retryable: true })
    service = await startScripted(running, running, running, {})
    await createInspection(clientOf({ retries: 0 }), { tasks: {} })
    expect(service.seen.length).toBe(4)
  })

  it('follows an attempt without a sign of life', async () => {
    service = await startScripted({ isSilent: true }, {})
    await getInspection(clientOf({ timeoutMs: 200 }), 'i-1')
    expect(service.seen.length).toBe(2)
  })

  it('and when nothing ever comes, it is told as a timeout', async () => {
    service = await startScripted({ isSilent: true })
    const error = await failure(getInspection(clientOf({ retries: 0 }), 'i-1', {}, { timeoutMs: 100 }))
    expect(error).toMatchObject({ code: 'timed_out', status: undefined, retryable: true })
  })

  it('and a service that is not there is told as such', async () => {
    service = await startScripted({})
    await service.close()
    expect(await failure(getInspection(clientOf({ retries: 1 }), 'i-1'))).toMatchObject({
      code: 'network_failed',
    })
  })
})

describe('an aborted call', () => {
  it('ends at once while it waits for an answer, with the reason', async () => {
    const controller = new AbortController()
    service = await startScripted(() => controller.abort(new Error('enough')))
    const call = failure(getInspection(clientOf(), 'i-1', {}, { signal: controller.signal }))
    expect(await call).toMatchObject({ message: 'enough' })
    expect(service.seen.length).toBe(1)
  })

  it('ends at once while it waits for the next try', async () => {
    service = await startScripted(problem(503, 'unavailable', { retryable: true }, { 'retry-after': '60' }))
    const call = failure(getInspection(clientOf(), 'i-1', {}, { signal: AbortSignal.timeout(100) }))
    expect(await call).toMatchObject({ name: 'TimeoutError' })
  })

  it('ends at once while it waits for a token, and asks nothing', async () => {
    service = await startScripted({})
    const client = clientOf({ token: () => new Promise(() => {}) })
    const call = failure(getInspection(client, 'i-1', {}, { signal: AbortSignal.timeout(50) }))
    expect(await call).toMatchObject({ name: 'TimeoutError' })
    expect(service.seen).toEqual([])
  })

  it('that is aborted beforehand asks nothing', async () => {
    service = await startScripted({})
    const call = failure(getInspection(clientOf(), 'i-1', {}, { signal: AbortSignal.abort() }))
    expect(await call).toMatchObject({ name: 'AbortError' })
    expect(service.seen).toEqual([])
  })
})
