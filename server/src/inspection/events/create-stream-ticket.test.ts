import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEvents } from '../../../test/event-reader.ts'
import { createImage, createInspection } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const create = (json: object = {}, as = 'alder-manager') =>
  service.call('POST', '/events/tickets', { json, as })

/** Opens a stream as EventSource does: without any header. */
const open = (url: string) =>
  openEvents(service, '', { as: null, url: url.replace(service.config.PUBLIC_URL, service.url) })

describe('createStreamTicket', () => {
  it('201 with an address that opens the stream of an inspection without a header', async () => {
    const id = await createInspection(service)
    const { status, body, headers } = await create({ inspection_id: id, types: ['image.created'] })
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        ticket: expect.stringMatching(/^[\w-]{43}$/),
        expires_at: expect.any(String),
        url: `${service.config.PUBLIC_URL}/v1/inspections/${id}/events?ticket=${body.ticket}`,
      },
    })
    expect(headers.get('cache-control')).toContain('no-store')
    const lifeMs = Date.parse(body.expires_at) - Date.now()
    expect(lifeMs).toBeGreaterThan(20_000)
    expect(lifeMs).toBeLessThanOrEqual(31_000)
    const stream = await open(body.url)
    expect(stream.answer.status).toBe(200)
    expect(stream.answer.headers.get('access-control-allow-origin')).toBe('*')
    await service.call('PATCH', `/inspections/${id}`, { json: { additional_data: { n: 1 } } })
    await createImage(service, id)
    await stream.waitFor('image.created')
    expect(stream.types()).toEqual(['image.created'])
    stream.close()
  })

  it('201 opens the stream of what its caller would list, and no more', async () => {
    const { body } = await create({}, 'alder-member')
    const stream = await open(body.url)
    await createInspection(service)
    const own = await createInspection(service, { tasks: {} }, 'alder-member')
    await stream.waitFor('inspection.created')
    expect(stream.told).toMatchObject([{ data: { data: { inspection_id: own } } }])
    stream.close()
    const { body: more } = await create({}, 'alder-member')
    expect((await open(`${more.url}&ownership_filter=organization_resources`)).answer.status).toBe(403)
  })

  it('401 for a ticket that was used, is too old, or is none', async () => {
    const { body } = await create()
    const first = await open(body.url)
    expect(first.answer.status).toBe(200)
    first.close()
    const refused = async (url: string) => {
      const { answer, ended, state } = await open(url)
      await ended
      return [answer.status, JSON.parse(state.text).code]
    }
    const address = `${service.config.PUBLIC_URL}/v1/events`
    expect(await refused(body.url)).toEqual([401, 'ticket_invalid'])
    const { body: old } = await create()
    await service.rows("update stream_tickets set expires_at = now() - interval '1 second'")
    expect(await refused(old.url)).toEqual([401, 'ticket_invalid'])
    for (const ticket of ['', 'x', 'a'.repeat(43), "'or''='"])
      expect(await refused(`${address}?ticket=${encodeURIComponent(ticket)}`), ticket).toEqual([
        401,
        'ticket_invalid',
      ])
  })

  it('401 for another stream than that it was made for', async () => {
    const [id, other] = [await createInspection(service), await createInspection(service)]
    const ticketOf = async (json: object) => (await create(json)).body.ticket
    const at = service.config.PUBLIC_URL
    const wrong = [
      `${at}/v1/inspections/${other}/events?ticket=${await ticketOf({ inspection_id: id })}`,
      `${at}/v1/events?ticket=${await ticketOf({ inspection_id: id })}`,
      `${at}/v1/inspections/${id}/events?ticket=${await ticketOf({})}`,
    ]
    for (const url of wrong) expect((await open(url)).answer.status, url).toBe(401)
  })

  it('401 where only tokens count: a ticket opens streams and nothing else', async () => {
    const { body } = await create()
    const answer = await service.call('GET', `/inspections?ticket=${body.ticket}`, { as: null })
    expect(answer).toMatchObject({ status: 401, body: { code: 'token_missing' } })
  })

  it('opens one stream when it is used many times at once', async () => {
    const { body } = await create()
    const streams = await Promise.all(Array.from({ length: 8 }, () => open(body.url)))
    expect(streams.filter(({ answer }) => answer.status === 200)).toHaveLength(1)
    for (const stream of streams) stream.close()
  })

  it('keeps only the digest, and forgets what has expired', async () => {
    const { body } = await create()
    const [row] = await service.rows('select t::text as row from stream_tickets t')
    expect(row.row).not.toContain(body.ticket)
    await service.rows("update stream_tickets set expires_at = now() - interval '1 second'")
    await create()
    expect(await service.rows('select 1 from stream_tickets')).toHaveLength(1)
    expect(service.logLines().join('')).not.toContain(body.ticket)
  })

  it('400 for a type that does not exist and for none', async () => {
    expect((await create({ types: ['task.finished'] })).status).toBe(400)
    expect((await create({ types: [] })).status).toBe(400)
  })

  it('403 for who may read nothing', async () => {
    for (const as of ['alder-none', 'alder-device']) expect((await create({}, as)).status).toBe(403)
  })

  it('404 for an inspection of another organization, of another person, or a deleted one', async () => {
    const id = await createInspection(service)
    for (const as of ['birch-admin', 'alder-member'])
      expect((await create({ inspection_id: id }, as)).status).toBe(404)
    await service.call('DELETE', `/inspections/${id}`)
    expect((await create({ inspection_id: id })).status).toBe(404)
    expect((await create({ inspection_id: 'x' })).status).toBe(404)
  })
})
