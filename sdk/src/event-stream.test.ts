import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { problem, type Scripted, type Seen, startScripted } from '../test/scripted-service.ts'
import { createClient } from './client.ts'
import { followEvents } from './event-stream.ts'

let service: Scripted
afterEach(() => service.close())

const PATH = '/v1/inspections/i-1/events'
const eventText = (position: number, type = 'task.done') =>
  `id: ${position}\nevent: ${type}\ndata: ${JSON.stringify({ id: `e-${position}`, type, timestamp: 't', data: { inspection_id: 'i-1' } })}\n\n`
const tell = (...texts: string[]) =>
  function script(_: Seen, reply: ServerResponse) {
    reply.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const text of texts) reply.write(text)
  }
const tellAndEnd =
  (...texts: string[]) =>
  (seen: Seen, reply: ServerResponse) => {
    tell('retry: 1\n\n', ...texts)(seen, reply)
    reply.end()
  }
const tellAndBreak =
  (...texts: string[]) =>
  (seen: Seen, reply: ServerResponse) => {
    tell(...texts)(seen, reply)
    setTimeout(() => reply.socket?.destroy(), 50)
  }
const clientOf = (token: () => string = () => 'T') => createClient({ baseUrl: service.url, token })

/** The positions of the first events, with the stream ended by an abort. */
async function follow(
  count: number,
  options: { after?: string; token?: () => string } = {},
): Promise<string[]> {
  const controller = new AbortController()
  const found: string[] = []
  const { after, token } = options
  const start = { signal: controller.signal, ...(after ? { after } : {}) }
  for await (const { position } of followEvents(clientOf(token), PATH, {}, start)) {
    found.push(position)
    if (found.length === count) controller.abort()
  }
  return found
}
const asked = () => service.seen.map(({ headers }) => headers['last-event-id'])

describe('a stream', () => {
  it('gives events as they come and ends with its signal', async () => {
    service = await startScripted(tell(': hello\n\n', eventText(4), eventText(5)))
    expect(await follow(2)).toEqual(['4', '5'])
    expect(service.seen[0]?.headers).toMatchObject({ accept: 'text/event-stream', authorization: 'Bearer T' })
    expect(asked()).toEqual([undefined])
  })

  it('comes back behind the last event when the connection ends', async () => {
    service = await startScripted(tellAndEnd(eventText(4)), tellAndEnd(), tell(eventText(5)))
    expect(await follow(2)).toEqual(['4', '5'])
    expect(asked()).toEqual([undefined, '4', '4'])
  })

  it('comes back when it breaks in the middle of an event, which counts as not told', async () => {
    service = await startScripted(tellAndBreak(eventText(4), eventText(5).slice(0, -9)), tell(eventText(5)))
    expect(await follow(2)).toEqual(['4', '5'])
    expect(asked()).toEqual([undefined, '4'])
  })

  it('comes back to where it began when it has heard nothing yet', async () => {
    service = await startScripted(tellAndEnd('id: 3\n\n'), tell(eventText(4)))
    expect(await follow(1)).toEqual(['4'])
    expect(asked()).toEqual([undefined, '3'])
  })

  it('goes on where an earlier one was left', async () => {
    service = await startScripted(tell(eventText(10)))
    expect(await follow(1, { after: '9' })).toEqual(['10'])
    expect(asked()).toEqual(['9'])
  })

  it('gets a new token when its own has expired', async () => {
    service = await startScripted(tellAndEnd(eventText(4)), problem(401, 'token_expired'), tell(eventText(5)))
    let count = 0
    expect(await follow(2, { token: () => `T${++count}` })).toEqual(['4', '5'])
    expect(service.seen.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer T1',
      'Bearer T1',
      'Bearer T2',
    ])
  })

  it('comes back after 503 and throws what will not change', async () => {
    service = await startScripted(
      problem(503, 'unavailable', { retryable: true }),
      tellAndEnd(eventText(4)),
      problem(404, 'not_found'),
    )
    await expect(follow(2)).rejects.toMatchObject({ code: 'not_found' })
    expect(service.seen.length).toBe(3)
  })

  it('ends with the inspection it follows', async () => {
    service = await startScripted(tellAndEnd(eventText(4), eventText(5, 'inspection.deleted')))
    expect(await follow(9)).toEqual(['4', '5'])
    expect(service.seen.length).toBe(1)
  })

  it('leaves no connection open when the loop is left', async () => {
    let isClosed = false
    service = await startScripted((seen, reply) => {
      reply.on('close', () => {
        isClosed = true
      })
      tell(eventText(4))(seen, reply)
    })
    for await (const _ of followEvents(clientOf(), PATH, {})) break
    await expect.poll(() => isClosed).toBe(true)
  })

  it('that is aborted while it waits to come back ends quietly', async () => {
    service = await startScripted(problem(503, 'unavailable', { retryable: true }, { 'retry-after': '60' }))
    const found: unknown[] = []
    const signal = AbortSignal.timeout(200)
    for await (const event of followEvents(clientOf(), PATH, {}, { signal })) found.push(event)
    expect(found).toEqual([])
  })
})
