import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEvents } from '../../../test/event-reader.ts'
import { createInspection, waitFor } from '../../../test/factories.ts'
import { type Service, startOwnService } from '../../../test/own-service.ts'

let service: Service
const clock = { offsetMs: 0, nowMs: () => Date.now() + clock.offsetMs }
beforeAll(async () => {
  service = await startOwnService({
    settings: {
      EVENT_STREAMS_PER_CALLER_MAX: '5',
      EVENT_STREAMS_MAX: '12',
      EVENT_BUFFER_BYTES_MAX: '300000',
    },
    streamClock: clock,
  })
})
afterAll(() => service.stop())

const openStreams = async () => (await service.metrics.eventStreams.get()).values[0]?.value
const ends = async (reason: string) =>
  (await service.metrics.eventStreamEnds.get()).values.find(({ labels }) => labels.reason === reason)
    ?.value ?? 0
const idsOf = (told: { data: { data: { inspection_id: string } } }[]) =>
  told.map(({ data }) => data.data.inspection_id)

/** A client that reads how the stream begins, and from then on takes nothing off its socket. */
async function openUnread(path: string) {
  const headers = { authorization: `Bearer ${await service.tokenOf('alder-manager')}` }
  const asked = request(`${service.url}/v1${path}`, { headers }).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  answer.on('error', () => {})
  const [begin] = await once(answer, 'data')
  answer.pause()
  return { lastId: /^id: (\d+)$/m.exec(String(begin))?.[1] ?? '' }
}

describe('streamEvents', () => {
  it('200 tells own inspections, or with the permission those of the organization', async () => {
    const own = await openEvents(service, '/events', { as: 'alder-member' })
    const manager = await openEvents(service, '/events?ownership_filter=own_resources')
    const all = await openEvents(service, '/events?ownership_filter=organization_resources')
    const foreign = await openEvents(service, '/events?ownership_filter=all_resources', { as: 'birch-admin' })
    const members = await createInspection(service, { tasks: {} }, 'alder-member')
    const others = await createInspection(service, { tasks: {} }, 'alder-member2')
    const managers = await createInspection(service)
    const last = await createInspection(service, { tasks: {} }, 'birch-admin')
    await foreign.waitFor('inspection.created')
    await all.waitFor('inspection.created', 3)
    expect(idsOf(own.told)).toEqual([members])
    expect(idsOf(manager.told)).toEqual([managers])
    expect(idsOf(all.told)).toEqual([members, others, managers])
    expect(idsOf(foreign.told)).toEqual([last])
    for (const stream of [own, manager, all, foreign]) stream.close()
    await waitFor('all to be gone', async () => (await openStreams()) === 0)
  })

  it('200 resumes within the same scope: what others missed is not told', async () => {
    const begin = async (as: string, query = '') => {
      const stream = await openEvents(service, `/events?${query}`, { as })
      const id = await waitFor('the beginning', async () => stream.state.lastId)
      stream.close()
      return id
    }
    const from = await begin('alder-member')
    const members = await createInspection(service, { tasks: {} }, 'alder-member')
    const others = await createInspection(service, { tasks: {} }, 'alder-member2')
    const last = await createInspection(service, { tasks: {} }, 'birch-admin')
    const resume = async (as: string, query: string, count: number) => {
      const stream = await openEvents(service, `/events?last_event_id=${from}${query}`, { as })
      await stream.waitFor('inspection.created', count)
      stream.close()
      return idsOf(stream.told)
    }
    expect(await resume('alder-member', '', 1)).toEqual([members])
    expect(await resume('alder-admin', '&ownership_filter=all_resources', 2)).toEqual([members, others])
    expect(await resume('birch-admin', '&ownership_filter=all_resources', 1)).toEqual([last])
    await waitFor('all to be gone', async () => (await openStreams()) === 0)
  })

  it('200 has a comment after 15 silent seconds, which also says how far the client is', async () => {
    const stream = await openEvents(service, '/events?types=task.done')
    const start = await waitFor('the beginning', async () => stream.state.lastId)
    await createInspection(service)
    await service.hub.catchUp()
    expect(stream.state.comments).toBe(0)
    clock.offsetMs += 15_000
    await waitFor('the heartbeat', async () => stream.state.comments > 0)
    expect(Number(stream.state.lastId)).toBeGreaterThan(Number(start))
    expect(stream.told).toEqual([])
    const [{ last }] = await service.rows('select max(position) as last from events')
    expect(stream.state.lastId).toBe(String(last))
    stream.close()
  })

  it('200 ends when the token is no longer accepted', async () => {
    const stream = await openEvents(service, '/events')
    await waitFor('the beginning', async () => stream.state.lastId)
    const before = await ends('expired')
    clock.offsetMs += 24 * 3_600_000
    await stream.ended
    clock.offsetMs -= 24 * 3_600_000
    expect(stream.state.text).toMatch(/\n\n$/)
    expect((await ends('expired')) - before).toBe(1)
  })

  it('200 ends for a reader that does not read, who goes on from the last event without a gap', async () => {
    const path = '/events?ownership_filter=organization_resources'
    const quick = await openEvents(service, path)
    const slow = await openUnread(path)
    const before = await ends('slow')
    const id = await createInspection(service)
    // More than the sockets of both sides hold.
    for (let n = 0; (await ends('slow')) === before && n < 200; n++) {
      await service.rows(
        `insert into events (org_id, inspection_id, id, type, payload)
         select '${service.org.alder}', $1, gen_random_uuid(), 'task.failed', jsonb_build_object('reason', repeat('x', 20000))
         from generate_series(1, 10)`,
        [id],
      )
      await service.hub.catchUp()
    }
    expect((await ends('slow')) - before).toBe(1)
    const again = await openEvents(service, path, { headers: { 'last-event-id': slow.lastId } })
    const [{ last }] = await service.rows('select max(position) as last from events')
    for (const reader of [quick, again])
      await waitFor('the last event', async () => reader.told.at(-1)?.id === Number(last))
    const ids = quick.told.map((told) => told.id)
    expect(ids.length).toBeGreaterThan(10)
    expect(again.told.map((told) => told.id)).toEqual(ids)
    expect(quick.state.ended).toBe(false)
    quick.close()
    again.close()
    await waitFor('all to be gone', async () => (await openStreams()) === 0)
  })

  it('401 without a token; 403 for more than the permissions reach, and for who may read nothing', async () => {
    expect((await service.call('GET', '/events', { as: null })).status).toBe(401)
    const asked = { as: 'alder-member' }
    for (const filter of ['organization_resources', 'all_resources'])
      expect((await service.call('GET', `/events?ownership_filter=${filter}`, asked)).status).toBe(403)
    expect((await service.call('GET', '/events', { as: 'alder-device' })).status).toBe(403)
    expect((await service.call('GET', '/events?ownership_filter=mine')).status).toBe(400)
    await waitFor('none to be open', async () => (await openStreams()) === 0)
  })

  it('405 for another method, and a preflight that allows Last-Event-ID', async () => {
    const wrong = await service.call('POST', '/events', { json: {} })
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    const preflight = await fetch(`${service.url}/v1/events`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://capture.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization,last-event-id',
      },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/\blast-event-id\b/)
  })

  it('429 for more streams than a caller or an organization may have, 503 for more than the process takes, each with Retry-After', async () => {
    const open = (as: string, count: number) =>
      Promise.all(Array.from({ length: count }, () => openEvents(service, '/events', { as })))
    const streams = await open('alder-member', 5)
    const refused = await service.call('GET', '/events', { as: 'alder-member' })
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_streams', limit: 5 } })
    expect(refused.headers.get('retry-after')).toBe('10')
    streams.push(...(await open('alder-reader', 1)))
    const half = await service.call('GET', '/events', { as: 'alder-reader' })
    expect(half).toMatchObject({ status: 429, body: { code: 'too_many_streams', limit: 6 } })
    streams.push(...(await open('birch-member', 5)), ...(await open('birch-reader', 1)))
    expect(streams.map(({ answer }) => answer.status)).toEqual(Array(12).fill(200))
    const full = await service.call('GET', '/events', { as: 'birch-admin' })
    expect(full).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(full.headers.get('retry-after')).toBe('10')
    streams[0]?.close()
    await waitFor('a place', async () => (await openStreams()) === 11)
    const next = await openEvents(service, '/events', { as: 'alder-member' })
    expect(next.answer.status).toBe(200)
    for (const stream of [...streams, next]) stream.close()
    await waitFor('all to be gone', async () => (await openStreams()) === 0)
  })
})

describe('streams without hints', () => {
  it('200 tells everything all the same, one poll after the other', async () => {
    const own = await startOwnService({ hinted: false, settings: { EVENT_POLL_MS: '200' } })
    try {
      await own.rows('drop trigger hint_events on events')
      const stream = await openEvents(own, '/events')
      await waitFor('the beginning', async () => stream.state.lastId)
      const ids: string[] = []
      for (let n = 0; n < 5; n++) {
        ids.push(await createInspection(own))
        await stream.waitFor('inspection.created', n + 1)
      }
      expect(idsOf(stream.told)).toEqual(ids)
      stream.close()
    } finally {
      await own.stop()
    }
  })
})

describe('streams while the service goes', () => {
  it('200 end at once, and one that comes then ends as soon as it has begun', async () => {
    const own = await startOwnService({ why: 'its streams do not begin again' })
    const stream = await openEvents(own, '/events')
    await waitFor('the beginning', async () => stream.state.lastId)
    own.streams.drain()
    await stream.ended
    const late = await openEvents(own, '/events', { headers: { 'last-event-id': stream.state.lastId } })
    expect(late.answer.status).toBe(200)
    await late.ended
    expect(late.state.text).toBe('retry: 2000\n\n')
    await own.stop()
  })
})
