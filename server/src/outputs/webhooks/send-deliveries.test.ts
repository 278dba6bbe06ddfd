import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Received, type Receiver, status } from '../../../../testing/webhook-receiver.ts'
import { createComparison, createPair, runComparison } from '../../../test/comparisons.ts'
import { createInspection, waitFor } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import { createEndpoint, openScene, type Scene, waitForMessages } from '../../../test/webhook-receiver.ts'

const HOUR_MS = 3_600_000

let scene: Scene
let receiver: Receiver
let service: Service
beforeAll(async () => {
  scene = await openScene()
  ;({ receiver, service } = scene)
})
afterEach(() => scene.reset())
afterAll(() => scene.close())

const CREATED = { event_types: ['inspection.created'] }
const idOf = ({ headers }: Received) => headers['webhook-id']
const typeOf = ({ body }: Received) => JSON.parse(body).type
const endpointOf = async (id: string) => (await service.call('GET', `/webhook_endpoints/${id}`)).body
const deliveriesOf = async (id: string, query = '') =>
  (await service.call('GET', `/webhook_endpoints/${id}/deliveries${query}`)).body.data
const deliveryOf = async (id: string, delivery: string) =>
  (await service.call('GET', `/webhook_endpoints/${id}/deliveries/${delivery}`)).body
const change = (id: string, n: number) =>
  service.call('PATCH', `/inspections/${id}`, { json: { additional_data: { n } } })

describe('an event', () => {
  it('reaches the endpoint once, signed, thin, and is in its log', async () => {
    const { id, secret } = await createEndpoint(service, receiver, '/plain', CREATED)
    scene.startSender()
    const inspection = await createInspection(service)
    const [message] = await waitForMessages(receiver, '/plain', 1)
    if (!message) throw new Error('nothing came')
    const body = new Webhook(secret).verify(message.body, message.headers)
    expect(body).toEqual({
      id: idOf(message),
      type: 'inspection.created',
      timestamp: expect.any(String),
      data: { inspection_id: inspection },
    })
    expect(message.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Walkaround/0.1',
    })
    const [delivery] = await waitFor('the log', async () => {
      const found = await deliveriesOf(id, '?state=delivered')
      return found.length > 0 && found
    })
    expect(await deliveryOf(id, delivery.id)).toEqual({
      id: delivery.id,
      object_type: 'WEBHOOK_DELIVERY',
      endpoint_id: id,
      event_id: idOf(message),
      event_type: 'inspection.created',
      inspection_id: inspection,
      created_at: expect.any(String),
      state: 'delivered',
      attempt_count: 1,
      next_attempt_at: null,
      ended_at: expect.any(String),
      attempts: [
        {
          number: 1,
          created_at: expect.any(String),
          status_class: '2xx',
          error: null,
          latency: expect.any(String),
        },
      ],
    })
    expect(receiver.at('/plain')).toHaveLength(1)
    expect((await endpointOf(id)).last_attempt_at).not.toBeNull()
  })

  it('of a comparison comes for each of its inspections, and names the comparison', async () => {
    const { secret } = await createEndpoint(service, receiver, '/compared', {
      event_types: ['comparison.done'],
    })
    scene.startSender()
    const { earlier, later, json } = await createPair(service)
    const comparison_id = await createComparison(service, json)
    await runComparison(service, comparison_id)
    const messages = await waitForMessages(receiver, '/compared', 2)
    const verified = messages.map(({ body, headers }) => new Webhook(secret).verify(body, headers))
    for (const { id: inspection_id } of [earlier, later])
      expect(verified).toContainEqual(
        expect.objectContaining({ type: 'comparison.done', data: { inspection_id, comparison_id } }),
      )
  })

  it('reaches only endpoints of its organization that listen to its type', async () => {
    await createEndpoint(service, receiver, '/all')
    await createEndpoint(service, receiver, '/reports', { event_types: ['report.done'] })
    await createEndpoint(service, receiver, '/birch', {}, 'birch-manager')
    scene.startSender()
    const inspection = await createInspection(service)
    await change(inspection, 1)
    const messages = await waitForMessages(receiver, '/all', 2)
    expect(messages.map(typeOf)).toEqual(['inspection.created', 'inspection.updated'])
    await createInspection(service, { tasks: {} }, 'birch-manager')
    await waitForMessages(receiver, '/birch', 1)
    expect(receiver.at('/birch')).toHaveLength(1)
    expect(receiver.at('/reports')).toHaveLength(0)
    expect(receiver.at('/all')).toHaveLength(2)
  })

  it('is signed with both secrets for a day after a rotation', async () => {
    const { id, secret: old } = await createEndpoint(service, receiver, '/rotated', CREATED)
    const fresh = (await service.call('POST', `/webhook_endpoints/${id}/rotate_secret`)).body.secret
    const { putForward } = scene.startSender()
    await createInspection(service)
    const [first] = await waitForMessages(receiver, '/rotated', 1)
    for (const secret of [old, fresh])
      expect(new Webhook(secret).verify(first?.body ?? '', first?.headers ?? {})).toBeDefined()
    await putForward(25 * HOUR_MS)
    await createInspection(service)
    const [, second] = await waitForMessages(receiver, '/rotated', 2)
    expect(second?.headers['webhook-signature']?.split(' ')).toHaveLength(1)
  })

  it('is not for an endpoint that came later, nor for one that is disabled', async () => {
    await createInspection(service)
    const { sender } = scene.startSender()
    await waitFor('the fan-out', async () => {
      const [row] = await service.rows(
        `select (select position from webhook_cursor) = (select max(position) from events)
           and not exists (select 1 from events where position is null) as done`,
      )
      return row.done
    })
    const { id } = await createEndpoint(service, receiver, '/later', CREATED)
    await service.call('PATCH', `/webhook_endpoints/${id}`, { json: { is_enabled: false } })
    await createInspection(service)
    const { id: other } = await createEndpoint(service, receiver, '/witness')
    await createInspection(service)
    await waitForMessages(receiver, '/witness', 1)
    expect(receiver.at('/later')).toHaveLength(0)
    expect(await deliveriesOf(id)).toEqual([])
    expect((await deliveriesOf(other)).length).toBeGreaterThan(0)
    await sender.close(1_000)
  })
})

describe('a deleted endpoint', () => {
  it('hears nothing more, also not what waited for it', async () => {
    const { id } = await createEndpoint(service, receiver, '/deleted', CREATED)
    receiver.respond('/deleted', status(500))
    const { putForward } = scene.startSender()
    await createInspection(service)
    await waitForMessages(receiver, '/deleted', 1)
    await service.call('DELETE', `/webhook_endpoints/${id}`)
    await putForward(24 * HOUR_MS)
    await createEndpoint(service, receiver, '/witness-deleted', CREATED)
    await createInspection(service)
    await waitForMessages(receiver, '/witness-deleted', 1)
    expect(receiver.at('/deleted')).toHaveLength(1)
  })
})
