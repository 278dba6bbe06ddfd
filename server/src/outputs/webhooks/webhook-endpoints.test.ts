import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Receiver, startReceiver } from '../../../../testing/webhook-receiver.ts'
import { exchange } from '../../../test/exchange.ts'
import { type Service, startOwnService } from '../../../test/own-service.ts'
import { createEndpoint } from '../../../test/webhook-receiver.ts'

const URL_ = 'https://hooks.example.com/walkaround'
const LIMIT = 12
const NEVER = '0199a3c4-5d10-7c3e-9f21-6b0f4d2a8e01'

let receiver: Receiver
let service: Service
beforeAll(async () => {
  receiver = await startReceiver()
  const ports = [...(receiver.egress.ports ?? []), 443]
  const settings = { WEBHOOK_ENDPOINTS_MAX: String(LIMIT) }
  service = await startOwnService({ egress: { ...receiver.egress, ports }, settings })
})
afterAll(async () => {
  await service.stop()
  receiver.close()
})

const create = (json: object, as = 'alder-manager') =>
  service.call('POST', '/webhook_endpoints', { json, as })
const at = (id: string) => `/webhook_endpoints/${id}`

describe('createWebhookEndpoint', () => {
  it('201 shows the secret, and no later answer does', async () => {
    const { status, body } = await create({ url: URL_, description: 'orders', event_types: ['task.done'] })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      object_type: 'WEBHOOK_ENDPOINT',
      created_at: expect.any(String),
      created_by: 'alder-manager',
      url: URL_,
      description: 'orders',
      event_types: ['task.done'],
      is_enabled: true,
      disabled_at: null,
      disabled_reason: null,
      failing_since: null,
      last_attempt_at: null,
      previous_secret_until: null,
      version: 1,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    })
    const { secret, ...shown } = body
    expect((await service.call('GET', at(body.id))).body).toEqual(shown)
    const list = (await service.call('GET', '/webhook_endpoints')).body
    expect(list.data[0]).toEqual(shown)
    const [row] = await service.rows('select * from webhook_endpoints where id = $1', [body.id])
    expect(JSON.stringify(row)).not.toContain(secret.slice(6, 30))
    expect(service.logLines().join('')).not.toContain(secret.slice(6, 30))
  })

  it('201 with an Idempotency-Key answers the same secret again, which lies nowhere in the open', async () => {
    const send = () =>
      exchange(service, 'POST', '/webhook_endpoints', {
        json: { url: URL_ },
        headers: { 'idempotency-key': 'endpoint-1' },
      })
    const [first, second] = [await send(), await send()]
    expect(second.text).toBe(first.text)
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    const [row] = await service.rows("select body from idempotency_keys where key = 'endpoint-1'")
    expect(row.body).not.toContain('whsec_')
    // The id of the organization's key.
    expect(row.body).toMatch(/^[0-9a-f-]{36}\./)
  })

  it.each([
    'http://hooks.example.com/',
    'ftp://hooks.example.com/',
    'https://user:pw@hooks.example.com/',
    'https://localhost/',
    'https://metadata.internal/',
    'https://hooks.example.com:8443/',
    'https://0x7f.1/',
    'https://hooks.example.com/a b',
    'hooks.example.com',
    '',
  ])('400 for the address %j', async (url) => {
    expect(await create({ url })).toMatchObject({ status: 400, body: { errors: [{ field: 'url' }] } })
  })

  it('400 for an event that there is not, and for one that only streams tell', async () => {
    for (const event_types of [['task.ended'], ['task.progressed'], [], ['task.done', 'task.done']])
      expect((await create({ url: URL_, event_types })).status).toBe(400)
  })

  it('403 without the permission for the organization', async () => {
    for (const as of ['alder-member', 'alder-reader', 'alder-device', 'alder-none'])
      expect(await create({ url: URL_ }, as)).toMatchObject({
        status: 403,
        body: { permission: 'monk_core_api:inspections:write_organization' },
      })
    expect((await service.call('GET', '/webhook_endpoints', { as: 'alder-reader' })).status).toBe(200)
    expect((await service.call('GET', '/webhook_endpoints', { as: 'alder-member' })).status).toBe(403)
  })

  it('422 for one too many, also when many come at once', async () => {
    const as = 'birch-manager'
    const answers = await Promise.all(Array.from({ length: LIMIT + 4 }, () => create({ url: URL_ }, as)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(LIMIT)
    expect(answers.find(({ status }) => status === 422)?.body).toMatchObject({
      code: 'webhook_endpoints_too_many',
      limit: LIMIT,
    })
    // Another organization has a limit of its own, and what is deleted does not count.
    const { id } = await createEndpoint(service, receiver, '/alder')
    await service.call('DELETE', at(id))
    const { data } = (await service.call('GET', '/webhook_endpoints', { as })).body
    for (const endpoint of data) await service.call('DELETE', at(endpoint.id), { as })
    expect((await create({ url: URL_ }, as)).status).toBe(201)
  })
})

describe('updateWebhookEndpoint', () => {
  it('200 changes what is given, once, and disables and enables', async () => {
    const { id } = await createEndpoint(service, receiver, '/update')
    const patch = (json: object) => service.call('PATCH', at(id), { json })
    const url = receiver.url('/elsewhere')
    expect((await patch({ url, event_types: ['report.done'] })).body).toMatchObject({
      url,
      event_types: ['report.done'],
      version: 2,
    })
    expect((await patch({ url, event_types: ['report.done'] })).body.version).toBe(2)
    expect((await patch({ is_enabled: false })).body).toMatchObject({
      is_enabled: false,
      disabled_reason: 'client',
      disabled_at: expect.any(String),
      version: 3,
    })
    expect((await patch({ is_enabled: true, event_types: null })).body).toMatchObject({
      is_enabled: true,
      disabled_reason: null,
      event_types: null,
      version: 4,
    })
  })

  it('400 for an address that cannot be one', async () => {
    const { id } = await createEndpoint(service, receiver, '/update')
    expect((await service.call('PATCH', at(id), { json: { url: 'https://localhost/' } })).status).toBe(400)
  })

  it('412 for a version that is not the current one', async () => {
    const { id } = await createEndpoint(service, receiver, '/update')
    const call = (method: string, path: string) =>
      service.call(method, path, { json: {}, headers: { 'if-match': '"7"' } })
    expect((await call('PATCH', at(id))).status).toBe(412)
    expect((await call('DELETE', at(id))).status).toBe(412)
    expect((await call('POST', `${at(id)}/rotate_secret`)).status).toBe(412)
  })
})

describe('deleteWebhookEndpoint', () => {
  it('200 twice with the same answer; then it is there for nobody', async () => {
    const { id } = await createEndpoint(service, receiver, '/delete')
    const first = await service.call('DELETE', at(id))
    expect(first).toMatchObject({ status: 200, body: { id, object_type: 'WEBHOOK_ENDPOINT', deleted: true } })
    expect((await service.call('DELETE', at(id))).body).toEqual(first.body)
    const [row] = await service.rows('select url, secret from webhook_endpoints where id = $1', [id])
    expect(row).toEqual({ url: '', secret: '' })
    expect((await service.call('GET', at(id))).status).toBe(404)
    expect((await service.call('PATCH', at(id), { json: { is_enabled: true } })).status).toBe(404)
    expect((await service.call('POST', `${at(id)}/test`)).status).toBe(404)
    const { data } = (await service.call('GET', '/webhook_endpoints')).body
    expect(data.map((endpoint: { id: string }) => endpoint.id)).not.toContain(id)
  })
})

describe('rotateWebhookSecret', () => {
  it('200 shows another secret, and until when the one before signs on', async () => {
    const { id, secret } = await createEndpoint(service, receiver, '/rotate')
    const { status, body } = await service.call('POST', `${at(id)}/rotate_secret`)
    expect(status).toBe(200)
    expect(body.secret).not.toBe(secret)
    const overlapMs = Date.parse(body.previous_secret_until) - Date.now()
    expect(overlapMs).toBeGreaterThan(23.9 * 3_600_000)
    expect(overlapMs).toBeLessThanOrEqual(24 * 3_600_000)
    expect(body.version).toBe(2)
  })
})

describe('the secret of callbacks', () => {
  const secretOf = (as = 'alder-manager') => service.call('GET', '/webhook_endpoints/callback_secret', { as })

  it('200 is one for each organization, stays the same, and changes when it is rotated', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => secretOf()))
    const secrets = new Set(answers.map(({ body }) => body.secret))
    expect(secrets.size).toBe(1)
    const [secret] = secrets
    expect(secret).toMatch(/^whsec_/)
    expect((await secretOf('birch-manager')).body.secret).not.toBe(secret)
    const rotated = (await service.call('POST', '/webhook_endpoints/callback_secret/rotate')).body
    expect(rotated).toMatchObject({
      object_type: 'CALLBACK_SECRET',
      previous_secret_until: expect.any(String),
    })
    expect(rotated.secret).not.toBe(secret)
    expect((await secretOf()).body).toEqual(rotated)
  })

  it('403 for who may only read, because who has it can sign', async () => {
    expect((await secretOf('alder-reader')).status).toBe(403)
  })

  it('is no endpoint in any list', async () => {
    const rows = await service.rows("select id from webhook_endpoints where kind = 'callbacks'")
    expect(rows.length).toBeGreaterThan(0)
    for (const { id } of rows)
      for (const as of ['alder-manager', 'birch-manager'])
        for (const [method, path] of [
          ['GET', at(id)],
          ['DELETE', at(id)],
          ['POST', `${at(id)}/rotate_secret`],
          ['POST', `${at(id)}/test`],
          ['GET', `${at(id)}/deliveries`],
        ] as const)
          expect((await service.call(method, path, { as })).status, path).toBe(404)
  })
})

describe('an endpoint of another organization', () => {
  it('404 for every operation, as one that never existed', async () => {
    const { id } = await createEndpoint(service, receiver, '/alder')
    const delivery = (await service.call('POST', `${at(id)}/test`)).body.id
    const requests: [string, string, object?][] = [
      ['GET', ''],
      ['PATCH', '', { is_enabled: false }],
      ['DELETE', ''],
      ['POST', '/rotate_secret'],
      ['POST', '/test'],
      ['GET', '/deliveries'],
      ['GET', `/deliveries/${delivery}`],
      ['POST', `/deliveries/${delivery}/replay`],
      ['POST', '/replay', { since: '2026-01-01T00:00:00Z' }],
    ]
    for (const [method, path, json] of requests) {
      const ask = (endpoint: string, as: string) =>
        service.call(method, `${at(endpoint)}${path}`, { as, ...(json ? { json } : {}) })
      const [foreign, never] = [await ask(id, 'birch-manager'), await ask(NEVER, 'birch-manager')]
      expect(foreign.status, `${method} ${path}`).toBe(404)
      expect({ ...foreign.body, request_id: '' }).toEqual({ ...never.body, request_id: '' })
    }
    const own = await createEndpoint(service, receiver, '/birch', {}, 'birch-manager')
    const crossed = await service.call('GET', `${at(own.id)}/deliveries/${delivery}`, { as: 'birch-manager' })
    expect(crossed.status).toBe(404)
    expect((await service.call('GET', at(id))).body).toMatchObject({ version: 1, is_enabled: true })
  })
})
