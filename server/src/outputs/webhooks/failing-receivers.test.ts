import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { never, type Received, type Receiver, status } from '../../../../testing/webhook-receiver.ts'
import { createInspection, waitFor } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import {
  createEndpoint,
  type createSender,
  openScene,
  type Scene,
  waitForMessages,
} from '../../../test/webhook-receiver.ts'
import { RETRY_DELAYS_S } from './retry-table.ts'

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

/** Lets the time of each retry come, one after the other, until so many attempts were made. */
async function exhaust(
  { putForward }: ReturnType<typeof createSender>,
  endpoint: string,
  attempts: number = RETRY_DELAYS_S.length,
) {
  for (let made = 1; made <= attempts; made++) {
    await waitFor(`attempt ${made}`, async () => (await deliveriesOf(endpoint))[0]?.attempt_count >= made)
    await putForward((RETRY_DELAYS_S[made] ?? 0) * 1_200)
  }
}

describe('a receiver that fails', () => {
  it('is tried ten times by the table, with the same id and a new signature, and then given up', async () => {
    const { id } = await createEndpoint(service, receiver, '/down', CREATED)
    receiver.respond('/down', status(500))
    const started = scene.startSender()
    await createInspection(service)
    await exhaust(started, id)
    const [delivery] = await waitFor('the end', async () => {
      const failed = await deliveriesOf(id, '?state=failed')
      return failed.length > 0 && failed
    })
    const { attempts } = await deliveryOf(id, delivery.id)
    expect(attempts.map((attempt: { status_class: string }) => attempt.status_class)).toEqual(
      Array(10).fill('5xx'),
    )
    const times = attempts.map((attempt: { created_at: string }) => Date.parse(attempt.created_at))
    for (const [n, time] of times.entries())
      if (n > 0) expect((time - times[n - 1]) / 1_000).toBeGreaterThanOrEqual(RETRY_DELAYS_S[n] ?? 0)
    const messages = receiver.at('/down')
    expect(messages).toHaveLength(10)
    expect(new Set(messages.map(idOf)).size).toBe(1)
    // Signed anew for each attempt: the time of the attempt, in seconds, is part of it.
    const signatures = new Set(messages.map(({ headers }) => headers['webhook-signature']))
    expect(signatures.size).toBe(new Set(messages.map(({ headers }) => headers['webhook-timestamp'])).size)
    expect((await endpointOf(id)).failing_since).not.toBeNull()
    const lines = service.logLines().join('')
    expect(lines).toContain('webhook given up: this was its last attempt')
    expect(lines).not.toContain('/down')
  })

  it.each<[number, string]>([
    [301, '3xx'],
    [302, '3xx'],
    [307, '3xx'],
    [400, '4xx'],
    [404, '4xx'],
    [429, '4xx'],
    [503, '5xx'],
  ])('with %i is tried again; a redirect is not followed', async (code, status_class) => {
    const path = `/status-${code}`
    const { id } = await createEndpoint(service, receiver, path, CREATED)
    receiver.respond(path, status(code, { location: receiver.url('/followed') }))
    scene.startSender()
    await createInspection(service)
    const [delivery] = await waitFor('the attempt', async () => {
      const found = await deliveriesOf(id)
      return found[0]?.attempt_count === 1 && found
    })
    expect(delivery).toMatchObject({ state: 'pending', next_attempt_at: expect.any(String) })
    expect((await deliveryOf(id, delivery.id)).attempts).toMatchObject([{ status_class, error: null }])
    expect(receiver.at('/followed')).toHaveLength(0)
  })

  it('with 410 is disabled at once, and nothing more is sent', async () => {
    const { id } = await createEndpoint(service, receiver, '/gone', CREATED)
    receiver.respond('/gone', status(410))
    const { putForward } = scene.startSender()
    await createInspection(service)
    await waitFor('the end', async () => (await endpointOf(id)).disabled_reason === 'gone')
    expect(await deliveriesOf(id)).toMatchObject([{ state: 'failed', attempt_count: 1 }])
    await putForward(24 * HOUR_MS)
    const { id: witness } = await createEndpoint(service, receiver, '/witness-gone', CREATED)
    await createInspection(service)
    await waitForMessages(receiver, '/witness-gone', 1)
    expect(receiver.at('/gone')).toHaveLength(1)
    expect((await endpointOf(witness)).is_enabled).toBe(true)
    expect(service.logLines().join('')).toContain('webhook endpoint disabled')
  })

  it('that asks to be left alone is', async () => {
    const { id } = await createEndpoint(service, receiver, '/busy', CREATED)
    receiver.respond('/busy', status(503, { 'retry-after': '3600' }))
    const { putForward } = scene.startSender()
    await createInspection(service)
    const [delivery] = await waitFor('the attempt', async () => {
      const found = await deliveriesOf(id)
      return found[0]?.attempt_count === 1 && found
    })
    const waitS = (Date.parse(delivery.next_attempt_at) - Date.now()) / 1_000
    expect(waitS).toBeGreaterThan(3_500)
    expect(waitS).toBeLessThan(3_700)
    receiver.respond('/busy', status(204))
    await putForward(HOUR_MS)
    await waitForMessages(receiver, '/busy', 2)
  })

  it('for five days is disabled; who enables it gets what waited', async () => {
    const { id } = await createEndpoint(service, receiver, '/five-days', CREATED)
    receiver.respond('/five-days', status(500))
    const started = scene.startSender()
    await createInspection(service)
    await exhaust(started, id)
    expect(await endpointOf(id)).toMatchObject({ is_enabled: true })
    await started.putForward(48 * HOUR_MS)
    await createInspection(service)
    await waitFor('the end', async () => (await endpointOf(id)).disabled_reason === 'failing')
    expect((await deliveriesOf(id, '?state=pending')).length).toBe(1)
    receiver.respond('/five-days', status(200))
    const before = receiver.at('/five-days').length
    await service.call('PATCH', `/webhook_endpoints/${id}`, { json: { is_enabled: true } })
    await waitForMessages(receiver, '/five-days', before + 1)
    await waitFor('the success', async () => (await endpointOf(id)).failing_since === null)
  })

  it.each<[string, string]>([
    ['hangs', 'timeout'],
    ['closes', 'unreachable'],
  ])('that %s shows as %s and nothing more', async (how, error) => {
    const path = `/${how}`
    const { id } = await createEndpoint(service, receiver, path, CREATED)
    receiver.respond(path, how === 'hangs' ? never : (response) => response.destroy())
    const { metrics } = scene.startSender({ attemptMsMax: 300 })
    await createInspection(service)
    const [delivery] = await waitFor('the attempt', async () => {
      const found = await deliveriesOf(id)
      return found[0]?.attempt_count === 1 && found
    })
    expect((await deliveryOf(id, delivery.id)).attempts).toMatchObject([{ status_class: null, error }])
    expect(await metrics.registry.metrics()).toMatch(
      new RegExp(`walkaround_webhook_attempts_total\\{outcome="${error}",role="test"\\} [1-9]`),
    )
  })

  it('does not hold up later events of the inspection once it was tried', async () => {
    const { id } = await createEndpoint(service, receiver, '/first-fails')
    let count = 0
    receiver.respond('/first-fails', (response) => response.writeHead(++count === 1 ? 500 : 204).end())
    scene.startSender()
    const inspection = await createInspection(service)
    for (const n of [1, 2, 3]) await change(inspection, n)
    const messages = await waitForMessages(receiver, '/first-fails', 4)
    expect(messages.map(typeOf)).toEqual(['inspection.created', ...Array(3).fill('inspection.updated')])
    const waiting = await waitFor('the log', async () => {
      const found = await deliveriesOf(id, '?state=pending')
      return found.length === 1 && found
    })
    expect(waiting).toMatchObject([{ event_type: 'inspection.created', attempt_count: 1 }])
  })
})
