import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Receiver, startReceiver } from '../../../../testing/webhook-receiver.ts'
import { openapiDocument } from '../../../generate/openapi.ts'
import {
  type Operation,
  profileOperations,
  settingOperations,
} from '../../../test/administrative-operations.ts'
import type { Call } from '../../../test/calls.ts'
import { createInspection } from '../../../test/factories.ts'
import { type Service, startOwnService } from '../../../test/own-service.ts'
import { ADMINISTRATION_TYPES } from './administration-types.ts'
import { type Document, operationsOf } from './openapi-document.ts'

const document: Document = JSON.parse(await openapiDocument())
/** What is administered. */
const TAGS = ['webhooks', 'quotas', 'retention']
/** Settings that stand beside the things they are for. */
const SETTINGS =
  /^(update(Comparison|Objection|Picture)Settings|(create|update|delete)CaptureProfile|createErasure)$/
const OF_MEMBERS = ['capture_link.created', 'capture_link.revoked']
/** Recorded by a read, which takes no key; its own test says when. */
const BY_READING = ['export.created']
const NEVER = '0199a3c4-5d10-7c3e-9f21-6b0f4d2a8e01'
const LONG_AGO = '2020-01-01T00:00:00Z'

let receiver: Receiver
let service: Service
beforeAll(async () => {
  receiver = await startReceiver()
  service = await startOwnService({ egress: receiver.egress, settings: { WEBHOOK_REPLAY_MAX: '2' } })
})
afterAll(async () => {
  await service.stop()
  receiver.close()
})

type Event = { id: string; type: string; payload: Record<string, unknown> }

const list = (query = '', as = 'alder-manager') =>
  service.call('GET', `/administration_events${query}`, { as })
const eventsOf = async (as = 'alder-manager'): Promise<Event[]> => (await list('', as)).body.data

/** What is recorded while something is done, oldest first. */
async function recordedBy(work: () => Promise<unknown>): Promise<Event[]> {
  const known = new Set((await eventsOf()).map(({ id }) => id))
  await work()
  return (await eventsOf()).filter(({ id }) => !known.has(id)).toReversed()
}

const at = (id: string) => `/webhook_endpoints/${id}`
const keyed = (path: string) => `${receiver.url(path)}?key=hush-query`

async function createEndpoint() {
  const json = { url: keyed('/hush-path'), description: 'orders' }
  const { status, body } = await service.call('POST', '/webhook_endpoints', { json })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body
}

/** An endpoint with a delivery in its log. */
async function createDelivery() {
  const endpoint = await createEndpoint()
  const { body } = await service.call('POST', `${at(endpoint.id)}/test`)
  return { endpoint: endpoint.id, delivery: body.id }
}

const origin = () => receiver.url('')
const id = expect.any(String)
const send = (method: string, path: string, json?: object, more: Call = {}) =>
  service.call(method, path, { ...(json ? { json } : {}), ...more })

const OPERATIONS: Operation[] = [
  {
    operation: 'createWebhookEndpoint',
    type: 'webhook_endpoint.created',
    ask: async () => ['POST', '/webhook_endpoints', { url: keyed('/new'), event_types: ['task.done'] }],
    payload: {
      endpoint_id: id,
      changes: {
        url: { before: null, after: expect.stringMatching(/^http:\/\/[0-9.]+:\d+$/) },
        event_types: { before: null, after: ['task.done'] },
        is_enabled: { before: null, after: true },
      },
    },
  },
  {
    operation: 'updateWebhookEndpoint',
    type: 'webhook_endpoint.updated',
    ask: async () => ['PATCH', at((await createEndpoint()).id), { description: 'cars', is_enabled: false }],
    payload: {
      endpoint_id: id,
      changes: {
        description: { before: 'orders', after: 'cars' },
        is_enabled: { before: true, after: false },
      },
    },
  },
  {
    operation: 'deleteWebhookEndpoint',
    type: 'webhook_endpoint.deleted',
    ask: async () => ['DELETE', at((await createEndpoint()).id)],
    payload: {
      endpoint_id: id,
      changes: { url: { before: expect.stringMatching(/^http:\/\/[0-9.]+:\d+$/), after: null } },
    },
  },
  {
    operation: 'rotateWebhookSecret',
    type: 'webhook_endpoint.secret_rotated',
    ask: async () => ['POST', `${at((await createEndpoint()).id)}/rotate_secret`],
    payload: { endpoint_id: id },
  },
  {
    operation: 'testWebhookEndpoint',
    type: 'webhook_endpoint.tested',
    ask: async () => ['POST', `${at((await createEndpoint()).id)}/test`],
    payload: { endpoint_id: id, delivery_id: id, state: 'delivered' },
  },
  {
    operation: 'replayWebhookDelivery',
    type: 'webhook_delivery.replayed',
    ask: async () => {
      const { endpoint, delivery } = await createDelivery()
      return ['POST', `${at(endpoint)}/deliveries/${delivery}/replay`]
    },
    payload: { endpoint_id: id, delivery_id: id },
  },
  {
    operation: 'replayWebhookDeliveries',
    type: 'webhook_delivery.replayed',
    ask: async () => [
      'POST',
      `${at((await createEndpoint()).id)}/replay`,
      { since: LONG_AGO, until: LONG_AGO },
    ],
    payload: {
      endpoint_id: id,
      since: '2020-01-01T00:00:00.000Z',
      until: '2020-01-01T00:00:00.000Z',
      only_failed: false,
      event_count: 0,
    },
  },
  {
    operation: 'rotateCallbackSecret',
    type: 'callback_secret.rotated',
    ask: async () => ['POST', '/webhook_endpoints/callback_secret/rotate'],
    payload: {},
  },
  {
    operation: 'updateQuotas',
    type: 'quotas.updated',
    as: 'alder-operator',
    ask: async () => {
      await send('PATCH', '/quotas', { uploads_in_flight_max: null }, { as: 'alder-operator' })
      return ['PATCH', '/quotas', { uploads_in_flight_max: 5 }]
    },
    payload: { changes: { uploads_in_flight_max: { before: null, after: 5 } } },
  },
  ...settingOperations(() => createInspection(service), send),
  ...profileOperations((json) => send('POST', '/capture_profiles', json)),
]

describe('an administrative operation', () => {
  it('has a case here, and every type has one', () => {
    const writing = operationsOf(document).filter(
      ({ method, operation }) =>
        (method !== 'GET' && operation.tags?.some((tag) => TAGS.includes(tag))) ||
        SETTINGS.test(operation.operationId),
    )
    expect(OPERATIONS.map(({ operation }) => operation).toSorted()).toEqual(
      writing.map(({ operation }) => operation.operationId).toSorted(),
    )
    expect(new Set([...OPERATIONS.map(({ type }) => type), ...OF_MEMBERS, ...BY_READING])).toEqual(
      new Set(ADMINISTRATION_TYPES),
    )
  })

  for (const { operation, type, as = 'alder-manager', ask, payload } of OPERATIONS)
    it(`2xx ${operation} leaves one ${type} with who, when, what and which request`, async () => {
      const [method, path, json] = await ask()
      let answer = { status: 0, headers: new Headers() }
      const recorded = await recordedBy(async () => {
        answer = await send(method, path, json, { as })
      })
      expect(answer.status).toBeLessThan(300)
      expect(recorded).toEqual([
        {
          id,
          object_type: 'ADMINISTRATION_EVENT',
          created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\+00:00$/),
          created_by: as,
          request_id: answer.headers.get('x-request-id'),
          type,
          payload,
        },
      ])
    })

  for (const { operation, type, as = 'alder-manager', ask } of OPERATIONS)
    it(`2xx ${operation} leaves one ${type} when it is repeated with its key`, async () => {
      const [method, path, json] = await ask()
      const headers = { 'idempotency-key': `once-${method}-${path}` }
      const statuses: number[] = []
      const recorded = await recordedBy(async () => {
        for (let n = 0; n < 2; n++) statuses.push((await send(method, path, json, { as, headers })).status)
      })
      expect(statuses[1]).toBe(statuses[0])
      expect(recorded.map((event) => event.type)).toEqual([type])
    })

  for (const { operation, type, ask } of OPERATIONS)
    it(`403 ${operation} leaves no ${type}`, async () => {
      const [method, path, json] = await ask()
      for (const as of ['alder-member', 'alder-reader'])
        expect(
          await recordedBy(async () => {
            expect((await send(method, path, json, { as })).status).toBe(403)
          }),
        ).toEqual([])
    })

  it('2xx leaves one for a capture link that belongs to no inspection, made and revoked', async () => {
    const recorded = await recordedBy(async () => {
      const { body } = await send('POST', '/capture_links', { inspection: { tasks: [] } })
      await send('DELETE', `/capture_links/${body.id}`)
    })
    expect(recorded.map(({ type }) => type)).toEqual(OF_MEMBERS)
  })

  it('2xx leaves none when it changes nothing', async () => {
    const { id } = await createEndpoint()
    await service.call('DELETE', at(id))
    const other = await createEndpoint()
    const same = await recordedBy(async () => {
      expect((await service.call('DELETE', at(id))).status).toBe(200)
      expect((await send('PATCH', at(other.id), { description: 'orders' })).status).toBe(200)
      const as = 'alder-operator'
      expect((await send('PATCH', '/quotas', { webhook_endpoints_max: null }, { as })).status).toBe(200)
    })
    expect(same).toEqual([])
  })

  it('2xx tells that an address changed when only its path did, and not to which', async () => {
    const { id } = await createEndpoint()
    const [event] = await recordedBy(() => send('PATCH', at(id), { url: keyed('/hush-path-2') }))
    expect(event?.payload).toEqual({
      endpoint_id: id,
      changes: { url: { before: origin(), after: origin() } },
    })
  })

  it('400, 404, 409, 412 and 422 leave none', async () => {
    const { endpoint, delivery } = await createDelivery()
    await send('PATCH', at(endpoint), { is_enabled: false })
    const many = await createEndpoint()
    for (let n = 0; n < 3; n++) await createInspection(service)
    const old = { headers: { 'if-match': '"987654"' } }
    const operator = { ...old, as: 'alder-operator' }
    const refused: [status: number, method: string, path: string, json?: object | undefined, more?: Call][] =
      [
        [400, 'POST', '/webhook_endpoints', { url: 'https://user:pw@hooks.example.com/' }],
        [400, 'PATCH', at(endpoint), { url: 'ftp://hooks.example.com/' }],
        [404, 'PATCH', at(NEVER), { description: 'none' }],
        [404, 'DELETE', at(NEVER)],
        [404, 'POST', `${at(NEVER)}/rotate_secret`],
        [404, 'POST', `${at(NEVER)}/test`],
        [404, 'POST', `${at(NEVER)}/replay`, { since: LONG_AGO }],
        [404, 'POST', `${at(many.id)}/deliveries/${NEVER}/replay`],
        [409, 'POST', `${at(endpoint)}/deliveries/${delivery}/replay`],
        [409, 'POST', `${at(endpoint)}/replay`, { since: LONG_AGO }],
        [412, 'PATCH', at(endpoint), { description: 'old' }, old],
        [412, 'DELETE', at(endpoint), undefined, old],
        [412, 'POST', `${at(endpoint)}/rotate_secret`, undefined, old],
        [412, 'PATCH', '/quotas', { uploads_in_flight_max: 3 }, operator],
        [422, 'POST', `${at(many.id)}/replay`, { since: LONG_AGO }],
      ]
    for (const [status, method, path, json, more] of refused) {
      const left = await recordedBy(async () => {
        expect((await send(method, path, json, more)).status, `${method} ${path}`).toBe(status)
      })
      expect(left, `${method} ${path}`).toEqual([])
    }
  })

  it('2xx records no secret, and no part of an address that may hold a key', async () => {
    const { id, secret } = await createEndpoint()
    const rotated = (await service.call('POST', `${at(id)}/rotate_secret`)).body.secret
    const callback = (await service.call('POST', '/webhook_endpoints/callback_secret/rotate')).body.secret
    await send('PATCH', at(id), { url: keyed('/hush-path-3') })
    await service.call('DELETE', at(id))
    const rows = await service.rows('select t::text as text from administration_events t')
    const text = rows.map((row) => row.text).join('\n')
    expect(text).toContain(id)
    for (const hushed of [secret, rotated, callback]) expect(text).not.toContain(hushed.slice(6, 30))
    expect(text).not.toMatch(/hush|whsec_|k1\./)
  })
})
