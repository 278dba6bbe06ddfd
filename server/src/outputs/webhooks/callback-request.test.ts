import { describe, expect, it } from 'vitest'
import { openTestKeys } from '../../../test/organization-keys.ts'
import { createEgress } from '../../core/platform/egress.ts'
import {
  CALLBACK_EVENTS,
  type CallbackInput,
  callbackPlace,
  callbackRequest,
  matchesCallback,
  openCallback,
  readCallback,
  sealCallback,
} from './callback-request.ts'
import { readCallbacks } from './read-callbacks.ts'
import { callbackBody } from './task-callbacks.ts'

const { keys } = openTestKeys()
const seal = await keys.openSealer('alder')
const place = callbackPlace({ org_id: 'alder', inspection_id: 'i1', name: 'damage_detection' })
const url = 'https://hooks.example.com/done'
const BOTH = [...CALLBACK_EVENTS]
const [DONE, ERROR] = CALLBACK_EVENTS

const requestOf = (input: CallbackInput) => callbackRequest(readCallback(input, 'callback'))

describe('the event of a callback', () => {
  it.each<[object, string[]]>([
    [{}, BOTH],
    [{ callback_event: DONE }, [DONE]],
    [{ callbackEvent: ERROR }, [ERROR]],
    [{ event: DONE }, [DONE]],
    [{ event: [DONE, ERROR] }, BOTH],
    [{ callback_event: [ERROR] }, [ERROR]],
    [{ callback_event: null, event: ERROR }, [ERROR]],
    [{ callback_event: DONE, event: ERROR }, BOTH],
    [{ event: [] }, BOTH],
  ])('%j picks %j', (spelling, expected) => {
    expect(readCallback({ url, ...spelling }, 'callback').events).toEqual(expected)
  })

  it.each(['STATUS_SET_TO_TODO', 'DONE', '', 1, {}, ['STATUS_SET_TO_DONE', 'x']])('cannot be %j', (event) => {
    expect(() => readCallback({ url, event }, 'callback')).toThrow()
  })

  it('is matched by the end of a task and nothing else', () => {
    const stored = (spelling: object) => sealCallback(seal, readCallback({ url, ...spelling }, 'c'), place)
    expect(matchesCallback(stored({}), 'task.done')).toBe(true)
    expect(matchesCallback(stored({}), 'task.failed')).toBe(true)
    expect(matchesCallback(stored({ event: DONE }), 'task.failed')).toBe(false)
    expect(matchesCallback(stored({ event: ERROR }), 'task.failed')).toBe(true)
    for (const type of ['task.started', 'task.validated', 'task.replayed', 'report.done'] as const)
      expect(matchesCallback(stored({}), type)).toBe(false)
  })

  it('is matched for what an earlier version kept, and never for nonsense', () => {
    expect(matchesCallback({ url, headers: {}, callbackEvent: DONE }, 'task.done')).toBe(true)
    expect(matchesCallback({ url, headers: {}, callbackEvent: DONE }, 'task.failed')).toBe(false)
    for (const nonsense of [null, 1, 'x', [], {}, { url: 1 }, { events: 1, sealed: 1 }, { url, event: 'x' }])
      expect(matchesCallback(nonsense, 'task.done')).toBe(false)
  })
})

describe('the address of a callback', () => {
  it.each<[string, Record<string, unknown>, string]>([
    [url, {}, url],
    [url, { fooBar: 1, b: true }, `${url}?fooBar=1&b=true`],
    [`${url}?a=b%20c`, { d: 'e' }, `${url}?a=b%20c&d=e`],
    [`${url}#part`, { a: 1 }, `${url}?a=1`],
    [`${url}?`, { a: 1 }, `${url}?&a=1`],
    [url, { 'a b': 'c&d=e#f', ü: '漢' }, `${url}?a+b=c%26d%3De%23f&%C3%BC=%E6%BC%A2`],
    [url, { a: 'x\r\nHost: y' }, `${url}?a=x%0D%0AHost%3A+y`],
    [url, { a: ['1', 2, null], b: null }, `${url}?a=1&a=2`],
    [url, { a: { b: [1] } }, `${url}?a=%7B%22b%22%3A%5B1%5D%7D`],
    ['https://hooks.example.com', { a: 1 }, 'https://hooks.example.com?a=1'],
    ['https://0x7f.1/x', { a: 1 }, 'https://0x7f.1/x?a=1'],
  ])('%s with %j is %s', (text, params, expected) => {
    expect(requestOf({ url: text, params }).url).toBe(expected)
  })

  const egress = createEgress()
  const read = (input: CallbackInput) => readCallbacks(egress, [{ url }, input], 'tasks.x.callbacks')

  it.each([
    ['http://hooks.example.com/', 'url'],
    ['https://user:pw@hooks.example.com/', 'url'],
    ['https://hooks.example.com:8443/', 'url'],
    ['https://0x7f.1/', 'url'],
    ['https://hooks.example.com/a b', 'url'],
    ['https://hooks.example.com/\r\nX: 1', 'url'],
    ['file:///etc/passwd', 'url'],
    ['nonsense', 'url'],
    ['', 'url'],
  ])('%j is refused when it is given, and so is too long a query', (text, field) => {
    expect(() => read({ url: text })).toThrow(
      expect.objectContaining({
        code: 'request_invalid',
        errors: [expect.objectContaining({ field: `tasks.x.callbacks.1.${field}` })],
      }),
    )
    expect(() => read({ url, params: { a: 'x'.repeat(8192) } })).toThrow(
      expect.objectContaining({
        errors: [expect.objectContaining({ field: 'tasks.x.callbacks.1.params' })],
      }),
    )
  })

  it('may name a host without a dot, as published clients do', () => {
    expect(read({ url: 'https://cb/x', params: { a: 1 } })).toHaveLength(2)
  })
})

describe('a callback at rest', () => {
  const callback = readCallback({ url, headers: { Authorization: 'secret' }, params: { t: 'secret' } }, 'c')

  it('shows nothing that is sent, and opens where it was sealed', async () => {
    const stored = sealCallback(seal, callback, place)
    expect(Object.keys(stored)).toEqual(['events', 'sealed'])
    expect(JSON.stringify(stored)).not.toMatch(/secret|hooks/)
    expect(await openCallback(keys, 'alder', JSON.parse(JSON.stringify(stored)), place)).toEqual(callback)
    const elsewhere = callbackPlace({ org_id: 'birch', inspection_id: 'i1', name: 'damage_detection' })
    await expect(openCallback(keys, 'alder', stored, elsewhere)).rejects.toThrow('unable to authenticate')
    await expect(openCallback(keys, 'birch', stored, elsewhere)).rejects.toThrow('has no key')
  })

  it('opens as it came from an earlier version, its headers through the same list', async () => {
    const plain = { url, headers: { 'X-Key': '1', Host: 'x' }, params: { a: 1 }, event: DONE }
    expect(await openCallback(keys, 'alder', plain, place)).toEqual({
      events: [DONE],
      url,
      headers: { 'x-key': '1' },
      params: { a: 1 },
    })
    expect(await openCallback(keys, 'alder', { url, headers: { 'X-Key': 'a\r\nb' } }, place)).toBeNull()
    expect(await openCallback(keys, 'alder', 'nonsense', place)).toBeNull()
  })
})

describe('the body of a callback', () => {
  const event = {
    id: 'e1',
    payload: { task_id: 't1', name: 'damage_detection', generation: 1 },
    created_at: '2026-11-14T09:31:07.402318+00:00',
    inspection_id: 'i1',
  }

  it('tells which task ended how, under the id of the event', () => {
    expect(callbackBody({ ...event, type: 'task.failed' })).toEqual({
      id: 'e1',
      event: ERROR,
      created_at: event.created_at,
      inspection_id: 'i1',
      task_name: 'damage_detection',
      status: 'ERROR',
    })
    expect(callbackBody({ ...event, type: 'task.done' })).toMatchObject({ event: DONE, status: 'DONE' })
    expect(() => callbackBody({ ...event, type: 'task.started' })).toThrow()
  })
})
