import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Receiver, status } from '../../../../testing/webhook-receiver.ts'
import { openOwner } from '../../../test/audit.ts'
import { createErasure } from '../../../test/erasures.ts'
import { createInspection, waitFor } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import { createEndpoint, openScene, type Scene, waitForMessages } from '../../../test/webhook-receiver.ts'

const CREATED = { event_types: ['inspection.created'] }

let scene: Scene
let receiver: Receiver
let service: Service
beforeAll(async () => {
  scene = await openScene({ WEBHOOK_REPLAY_MAX: '20' })
  ;({ receiver, service } = scene)
})
afterEach(() => scene.reset())
afterAll(() => scene.close())

const at = (id: string) => `/webhook_endpoints/${id}`
const deliveriesOf = async (id: string, query = '') =>
  (await service.call('GET', `${at(id)}/deliveries${query}`)).body
const settled = (id: string, count: number) =>
  waitFor(`${count} settled deliveries`, async () => {
    const { data } = await deliveriesOf(id)
    const left = data.filter((delivery: { attempt_count: number }) => delivery.attempt_count === 0)
    return data.length === count && left.length === 0 && data
  })
const replay = (id: string, json: object) => service.call('POST', `${at(id)}/replay`, { json })
const idsAt = (path: string) => receiver.at(path).map(({ headers }) => headers['webhook-id'])

describe('testWebhookEndpoint', () => {
  it('200 sends a signed event now and says what became of it', async () => {
    const { id, secret } = await createEndpoint(service, receiver, '/test', CREATED)
    const { status: code, body } = await service.call('POST', `${at(id)}/test`)
    expect(code).toBe(200)
    expect(body).toMatchObject({
      object_type: 'WEBHOOK_DELIVERY',
      event_type: 'webhook.test',
      inspection_id: null,
      state: 'delivered',
      attempt_count: 1,
      attempts: [{ number: 1, status_class: '2xx', error: null }],
    })
    const [message] = receiver.at('/test')
    expect(new Webhook(secret).verify(message?.body ?? '', message?.headers ?? {})).toEqual({
      id: body.event_id,
      type: 'webhook.test',
      timestamp: expect.any(String),
      data: { endpoint_id: id },
    })
    expect((await deliveriesOf(id)).data).toHaveLength(1)
  })

  it('200 tells of a failure, does not try again, and changes nothing about the endpoint', async () => {
    const { id } = await createEndpoint(service, receiver, '/test-410', CREATED)
    receiver.respond('/test-410', status(410))
    const { body } = await service.call('POST', `${at(id)}/test`)
    expect(body).toMatchObject({ state: 'failed', attempts: [{ status_class: '4xx' }] })
    expect((await service.call('GET', at(id))).body).toMatchObject({ is_enabled: true, failing_since: null })
  })

  it('200 with an address that leads to no public place says no more than unreachable', async () => {
    const { id } = await createEndpoint(service, receiver, '/test')
    for (const host of ['127.0.0.1', '10.0.0.1', '169.254.169.254']) {
      const url = receiver.url('/x').replace('127.0.0.2', host)
      await service.call('PATCH', at(id), { json: { url } })
      const { body } = await service.call('POST', `${at(id)}/test`)
      expect(body.attempts).toMatchObject([{ status_class: null, error: 'unreachable' }])
    }
  })

  it('200 also while the endpoint is disabled', async () => {
    const { id } = await createEndpoint(service, receiver, '/test-disabled')
    await service.call('PATCH', at(id), { json: { is_enabled: false } })
    expect((await service.call('POST', `${at(id)}/test`)).body.state).toBe('delivered')
  })
})

describe('replayWebhookDelivery', () => {
  it('200 sends it again with the same id, and the table starts over', async () => {
    const { id } = await createEndpoint(service, receiver, '/again', CREATED)
    scene.startSender()
    await createInspection(service)
    const [delivery] = await settled(id, 1)
    receiver.respond('/again', status(500))
    const { status: code, body } = await service.call('POST', `${at(id)}/deliveries/${delivery.id}/replay`)
    expect(code).toBe(200)
    expect(body).toMatchObject({ state: 'pending', attempt_count: 1, ended_at: null })
    await waitForMessages(receiver, '/again', 2)
    expect(new Set(idsAt('/again')).size).toBe(1)
    const again = await waitFor('the second attempt', async () => {
      const { data } = await deliveriesOf(id)
      return data[0].attempt_count === 2 && data[0]
    })
    // The second wait of the table is five seconds: the attempt before the replay does not count.
    const waitMs = Date.parse(again.next_attempt_at) - Date.now()
    expect(waitMs).toBeLessThan(6_001)
  })

  it('200 for a test event as well', async () => {
    const { id, secret } = await createEndpoint(service, receiver, '/again-test', CREATED)
    const { body } = await service.call('POST', `${at(id)}/test`)
    await service.call('POST', `${at(id)}/deliveries/${body.id}/replay`)
    scene.startSender()
    const [, message] = await waitForMessages(receiver, '/again-test', 2)
    expect(new Webhook(secret).verify(message?.body ?? '', message?.headers ?? {})).toMatchObject({
      id: body.event_id,
      type: 'webhook.test',
    })
  })

  it('404 for a delivery of another endpoint, 409 for a disabled one', async () => {
    const { id } = await createEndpoint(service, receiver, '/one')
    const { id: other } = await createEndpoint(service, receiver, '/other')
    const delivery = (await service.call('POST', `${at(id)}/test`)).body.id
    const send = (endpoint: string, which: string) =>
      service.call('POST', `${at(endpoint)}/deliveries/${which}/replay`)
    expect((await send(other, delivery)).status).toBe(404)
    expect((await send(id, 'x')).status).toBe(404)
    await service.call('PATCH', at(id), { json: { is_enabled: false } })
    expect(await send(id, delivery)).toMatchObject({
      status: 409,
      body: { code: 'webhook_endpoint_disabled', disabled_reason: 'client' },
    })
  })
})

describe('replayWebhookDeliveries', () => {
  it('200 sends the events of a time again, in order, and those the endpoint never had', async () => {
    const since = new Date().toISOString()
    const before = await createInspection(service)
    const { id } = await createEndpoint(service, receiver, '/range')
    await service.rows('select publish_events(1000)')
    scene.startSender()
    await service.call('PATCH', `/inspections/${before}`, { json: { additional_data: { n: 1 } } })
    await settled(id, 2)
    const { status: code, body } = await replay(id, { since })
    expect(code).toBe(200)
    expect(body).toEqual({ object_type: 'WEBHOOK_REPLAY', endpoint_id: id, event_count: 2 })
    await waitForMessages(receiver, '/range', 4)
    const [first, second, third, fourth] = idsAt('/range')
    expect([third, fourth]).toEqual([first, second])
    expect((await replay(id, { since: '2100-01-01T00:00:00Z' })).body.event_count).toBe(0)
    expect(
      (await replay(id, { since: '2020-01-01T00:00:00Z', until: '2021-01-01T00:00:00+02:00' })).body
        .event_count,
    ).toBe(0)
  })

  it('200 with only_failed leaves out what was delivered', async () => {
    const since = new Date().toISOString()
    const { id } = await createEndpoint(service, receiver, '/failed', CREATED)
    scene.startSender()
    for (let n = 0; n < 3; n++) await createInspection(service)
    const deliveries = await settled(id, 3)
    await waitFor('the end', async () => (await deliveriesOf(id, '?state=delivered')).data.length === 3)
    const failed = deliveries[1].id
    await service.rows("update webhook_deliveries set state = 'failed' where id = $1", [failed])
    expect((await replay(id, { since, only_failed: true })).body.event_count).toBe(1)
    await waitForMessages(receiver, '/failed', 4)
    expect(idsAt('/failed')[3]).toBe(deliveries[1].event_id)
  })

  it('200 brings nothing back that is erased meanwhile', async () => {
    const since = new Date().toISOString()
    const { id } = await createEndpoint(service, receiver, '/erased', CREATED)
    const inspection = await createInspection(service)
    await service.rows('select publish_events(1000)')
    const erasure = await createErasure(service, { inspection_id: inspection, reason: 'request' })
    const eraser = await openOwner(service)
    try {
      await eraser.query("begin; set local walkaround.org_id = 'org_alder'")
      await eraser.query("select erase_inspection($1, $2, interval '1 s')", [erasure, inspection])
      const { rows } = await eraser.query('select pg_current_xact_id()::text as id')
      const replaying = replay(id, { since })
      const isAnswered = replaying.then(() => true)
      await waitFor('the replay to wait for the erasure, or not to', async () => {
        const waiting = await service.rows(
          'select from pg_locks where not granted and transactionid::text = $1',
          [rows[0]?.id],
        )
        return Promise.race([isAnswered, waiting.length > 0])
      })
      await eraser.query('commit')
      expect((await replaying).body.event_count).toBe(0)
      expect((await deliveriesOf(id)).data).toEqual([])
    } finally {
      await eraser.end()
    }
  })

  it('400 for times that there are not', async () => {
    const { id } = await createEndpoint(service, receiver, '/times')
    for (const since of [
      'yesterday',
      '2026-02-31',
      '2026-13-01T00:00:00Z',
      '0000-01-01T00:00:00Z',
      '2026-01-01T00:00:00',
      '2026-01-01T00:00:00+99:00',
    ])
      expect((await replay(id, { since })).status, since).toBe(400)
  })

  it('409 for a disabled endpoint, 422 for more events than are sent at once', async () => {
    const since = new Date().toISOString()
    const { id } = await createEndpoint(service, receiver, '/many', CREATED)
    for (let n = 0; n < 21; n++) await createInspection(service)
    await service.rows('select publish_events(1000)')
    expect(await replay(id, { since })).toMatchObject({
      status: 422,
      body: { code: 'webhook_replay_too_large', limit: 20 },
    })
    expect((await deliveriesOf(id)).data).toEqual([])
    await service.call('PATCH', at(id), { json: { is_enabled: false } })
    expect((await replay(id, { since })).status).toBe(409)
  })
})

describe('listWebhookDeliveries', () => {
  it('200 newest first, in pages both ways, by state; 404 for a cursor of another endpoint', async () => {
    const { id } = await createEndpoint(service, receiver, '/list')
    const { id: other } = await createEndpoint(service, receiver, '/list-other')
    for (let n = 0; n < 5; n++) await service.call('POST', `${at(id)}/test`)
    receiver.respond('/list', status(500))
    await service.call('POST', `${at(id)}/test`)
    const all = (await deliveriesOf(id)).data.map((delivery: { id: string }) => delivery.id)
    expect(all).toHaveLength(6)
    expect(all).toEqual(all.toSorted().toReversed())
    const page = await deliveriesOf(id, '?limit=4')
    expect(page.data.map((delivery: { id: string }) => delivery.id)).toEqual(all.slice(0, 4))
    const next = await deliveriesOf(id, `?limit=4&after=${page.paging.next}`)
    expect(next.data.map((delivery: { id: string }) => delivery.id)).toEqual(all.slice(4))
    const back = await deliveriesOf(id, `?limit=2&before=${all[3]}`)
    expect(back.data.map((delivery: { id: string }) => delivery.id)).toEqual(all.slice(1, 3))
    expect((await deliveriesOf(id, '?state=failed')).data).toHaveLength(1)
    expect((await deliveriesOf(id, '?state=pending')).data).toEqual([])
    expect((await service.call('GET', `${at(other)}/deliveries?after=${all[0]}`)).status).toBe(404)
    expect((await service.call('GET', `${at(id)}/deliveries?state=sent`)).status).toBe(400)
  })
})
