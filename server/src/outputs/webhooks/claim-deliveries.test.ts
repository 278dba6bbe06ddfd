import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { after, never, type Receiver, status } from '../../../../testing/webhook-receiver.ts'
import { createInspection, waitFor } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import {
  createEndpoint,
  createSender,
  openScene,
  type Scene,
  waitForMessages,
} from '../../../test/webhook-receiver.ts'
import { DATABASE_NOW } from '../../core/platform/database.ts'
import { deleteOldWebhookDeliveries } from './delete-old-deliveries.ts'

let scene: Scene
let receiver: Receiver
let service: Service
beforeAll(async () => {
  scene = await openScene()
  ;({ receiver, service } = scene)
})
afterEach(() => scene.reset())
afterAll(() => scene.close())

/** Events of so many inspections, `changes` of each, all committed before anything is sent. */
async function happen(inspections: number, changes: number, as = 'alder-manager'): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < inspections; n++) ids.push(await createInspection(service, { tasks: {} }, as))
  for (const id of ids)
    for (let n = 0; n < changes; n++)
      await service.call('PATCH', `/inspections/${id}`, { as, json: { additional_data: { n } } })
  return ids
}

const dataOf = (body: string) => JSON.parse(body).data
const quick = (path: string) =>
  service.rows('update webhook_endpoints set is_quick = true where url like $1', [`%${path}`])

/** What a process takes and then dies with. */
const claim = () =>
  service.parts.cell.database.callAcross<{ id: string; event_id: string }>('claim_webhook_deliveries', [
    DATABASE_NOW,
    '1 s',
    10,
    10,
    4,
    2,
    2,
  ])

describe('messages', () => {
  it('about one inspection come in order, from two senders at once, each once', async () => {
    await createEndpoint(service, receiver, '/order')
    await quick('/order')
    const ids = await happen(3, 8)
    receiver.respond('/order', after(5))
    scene.startSender()
    scene.startSender()
    await waitForMessages(receiver, '/order', 27)
    await waitFor('the end', async () => {
      const [row] = await service.rows("select count(*) from webhook_deliveries where state = 'pending'")
      return row.count === '0' || row.count === 0
    })
    const messages = receiver.at('/order')
    expect(messages).toHaveLength(27)
    for (const id of ids) {
      const own = messages.filter(({ body }) => dataOf(body).inspection_id === id)
      const order = await service.rows('select id from events where inspection_id = $1 order by position', [
        id,
      ])
      expect(own.map(({ headers }) => headers['webhook-id'])).toEqual(order.map((event) => event.id))
      // Never two of one inspection under way at once: each came after the answer to the one before.
      for (const [n, message] of own.entries())
        if (n > 0) expect(message.atMs).toBeGreaterThanOrEqual((own[n - 1]?.atMs ?? 0) + 5)
    }
  })

  it('are at most two at once for an endpoint and four for an organization', async () => {
    for (const path of ['/a', '/b', '/c', '/d']) {
      await createEndpoint(service, receiver, path, { event_types: ['inspection.created'] })
      receiver.respond(path, after(60))
    }
    await service.rows('update webhook_endpoints set is_quick = true')
    await happen(8, 0)
    receiver.atOnce.most = 0
    scene.startSender()
    scene.startSender()
    for (const path of ['/a', '/b', '/c', '/d']) await waitForMessages(receiver, path, 8)
    expect(receiver.atOnce.most).toBe(4)
  })

  it('to receivers that hang leave two places to the others, also when there are many of them', async () => {
    for (const n of [1, 2, 3, 4, 5]) {
      await createEndpoint(service, receiver, `/hang-${n}`, { event_types: ['inspection.created'] })
      receiver.respond(`/hang-${n}`, never)
    }
    await createEndpoint(service, receiver, '/fine', { event_types: ['inspection.created'] })
    await quick('/fine')
    await happen(12, 0)
    scene.startSender({ attemptMsMax: 60_000 })
    await waitForMessages(receiver, '/fine', 12)
    // Not one of the five has answered by then, and only two of them hold a place. Had '/fine' had to wait until an attempt was given up,
    // that place would have gone to a third of them.
    const hanging = [1, 2, 3, 4, 5].map((n) => receiver.at(`/hang-${n}`).length)
    expect(hanging.reduce((sum, count) => sum + count)).toBe(2)
  })

  it('to receivers that fail share their places by turns', async () => {
    const paths = ['/turn-1', '/turn-2', '/turn-3']
    for (const path of paths) {
      await createEndpoint(service, receiver, path, { event_types: ['inspection.created'] })
      receiver.respond(path, status(500))
    }
    await happen(6, 0)
    scene.startSender()
    for (const path of paths) await waitForMessages(receiver, path, 6)
    const order = receiver.received.filter(({ path }) => paths.includes(path)).map(({ path }) => path)
    // Nobody is served a third time before the last one is served once.
    for (const path of paths) expect(order.slice(0, 5)).toContain(path)
  })
})

describe('a sender that nobody hints to', () => {
  it('finds new events while it has others to send all the time', async () => {
    await createEndpoint(service, receiver, '/line')
    receiver.respond('/line', after(150))
    const [inspection = ''] = await happen(1, 20)
    scene.startSender()
    await waitForMessages(receiver, '/line', 1)
    await createEndpoint(service, receiver, '/meanwhile')
    await service.call('PATCH', `/inspections/${inspection}`, { json: { additional_data: { n: 'last' } } })
    await waitForMessages(receiver, '/meanwhile', 1)
    expect(receiver.at('/line').length).toBeLessThan(21)
  })
})

describe('a sender that dies', () => {
  it('keeps its messages from nobody for longer than its lease', async () => {
    await createEndpoint(service, receiver, '/lease', { event_types: ['inspection.created'] })
    await quick('/lease')
    const first = createSender(service, receiver)
    await happen(1, 0)
    first.sender.start()
    await waitForMessages(receiver, '/lease', 1)
    await first.sender.close(1_000)
    await service.rows(
      "update webhook_deliveries set state = 'pending', ended_at = null, attempt_count = 0 where endpoint_id in (select id from webhook_endpoints where deleted_at is null)",
    )
    const [taken] = await claim()
    expect(taken).toBeDefined()
    expect(await claim()).toEqual([])
    scene.startSender()
    const [, again] = await waitForMessages(receiver, '/lease', 2)
    expect(again?.headers['webhook-id']).toBe(taken?.event_id)
  })

  it('does not record over what another has sent meanwhile', async () => {
    const { id } = await createEndpoint(service, receiver, '/late', { event_types: ['inspection.created'] })
    receiver.respond('/late', after(1_500))
    const [inspection] = await happen(1, 0)
    scene.startSender()
    await waitForMessages(receiver, '/late', 1)
    // As if the process had stood still for longer than its lease.
    await service.rows(
      'update webhook_deliveries set lease_id = gen_random_uuid() where inspection_id = $1',
      [inspection],
    )
    await waitFor('the line', async () => service.logLines().join('').includes('another process sends it'))
    const { data } = (await service.call('GET', `/webhook_endpoints/${id}/deliveries`)).body
    expect(data).toMatchObject([{ state: 'pending', attempt_count: 0 }])
  })

  it('gives back what it had not finished when it is stopped', async () => {
    await createEndpoint(service, receiver, '/stopped', { event_types: ['inspection.created'] })
    receiver.respond('/stopped', never)
    const [inspection] = await happen(1, 0)
    const { sender } = scene.startSender({ attemptMsMax: 60_000 })
    await waitForMessages(receiver, '/stopped', 1)
    await sender.close(50)
    const [row] = await service.rows(
      'select state, lease_id, attempt_count from webhook_deliveries where inspection_id = $1 and event_type = $2 order by id desc',
      [inspection, 'inspection.created'],
    )
    expect(row).toEqual({ state: 'pending', lease_id: null, attempt_count: 0 })
  })
})

describe('the tables', () => {
  it('make a delivery once, however many processes fan out at once', async () => {
    const { id } = await createEndpoint(service, receiver, '/fan-out')
    await happen(10, 3)
    for (let n = 0; n < 4; n++) scene.startSender()
    await waitForMessages(receiver, '/fan-out', 40)
    const [row] = await service.rows(
      'select count(*)::int as rows, count(distinct event_id)::int as events from webhook_deliveries where endpoint_id = $1',
      [id],
    )
    expect(row).toEqual({ rows: 40, events: 40 })
  })

  it('say how long the oldest message waits that could be sent', async () => {
    await createEndpoint(service, receiver, '/age', { event_types: ['inspection.created'] })
    receiver.respond('/age', never)
    await happen(2, 0)
    scene.startSender({ attemptMsMax: 60_000 })
    await waitForMessages(receiver, '/age', 1)
    await service.rows(
      "update webhook_deliveries set created_at = now() - interval '90 s' where attempt_count = 0",
    )
    const { metrics } = scene.startSender()
    const age = await waitFor('the gauge', async () => {
      const [, value] = /oldest_due_seconds\{role="test"\} (\d+)/.exec(await metrics.registry.metrics()) ?? []
      return Number(value) > 0 && Number(value)
    })
    expect(age).toBeGreaterThanOrEqual(89)
    expect(age).toBeLessThan(200)
  })

  it('forget what is older than 30 days and what belongs to deleted endpoints, with its attempts', async () => {
    const { id } = await createEndpoint(service, receiver, '/tidy', { event_types: ['inspection.created'] })
    await happen(3, 0)
    scene.startSender()
    await waitForMessages(receiver, '/tidy', 3)
    await waitFor('the log', async () => {
      const [row] = await service.rows(
        "select count(*)::int from webhook_deliveries where endpoint_id = $1 and state = 'delivered'",
        [id],
      )
      return row.count === 3
    })
    const tidy = async () => {
      while ((await deleteOldWebhookDeliveries(service.parts.cell.database, 30, 100)) > 0);
      const [row] = await service.rows(
        `select (select count(*)::int from webhook_deliveries where endpoint_id = $1) as deliveries,
          (select count(*)::int from webhook_attempts a where exists (
            select from webhook_deliveries d where d.id = a.delivery_id and d.endpoint_id = $1)) as attempts`,
        [id],
      )
      return row
    }
    expect(await tidy()).toEqual({ deliveries: 3, attempts: 3 })
    await service.rows(
      "update webhook_deliveries set created_at = now() - interval '31 days' where id in (select id from webhook_deliveries where endpoint_id = $1 limit 1)",
      [id],
    )
    expect(await tidy()).toEqual({ deliveries: 2, attempts: 2 })
    await service.call('DELETE', `/webhook_endpoints/${id}`)
    expect(await tidy()).toEqual({ deliveries: 0, attempts: 0 })
  })
})
