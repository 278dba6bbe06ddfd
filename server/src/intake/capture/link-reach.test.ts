import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer, Call } from '../../../test/calls.ts'
import {
  callAsHolder,
  captureOf,
  createDevice,
  type Held,
  holdLink,
  openLink,
  pictureForm,
  secretOf,
} from '../../../test/capture-device.ts'
import { createImage, createInspection, jpeg } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'
import { type Document, operationsOf } from '../../core/contracts/openapi-document.ts'

let service: Service
/** A link of the attacker, one of another inspection in the same organization, and one of another organization. */
let own: Held
let other: Held
let foreign: Held
beforeAll(async () => {
  service = await startService()
  ;[own, other, foreign] = await Promise.all([
    holdLink(service),
    holdLink(service),
    holdLink(service, 'birch-manager'),
  ])
})
afterAll(() => service.stop())

const asHolder = (held: Held, method: string, path: string, call: Omit<Call, 'as'> = {}) =>
  callAsHolder(service, held.device, held.token, method, path, call)

const REACHES: [attack: string, ask: () => Promise<Answer>, status: number][] = [
  ['the capture of another inspection', () => asHolder(own, 'GET', captureOf(other)), 404],
  ['the capture of another organization', () => asHolder(own, 'GET', captureOf(foreign)), 404],
  [
    'the capture of an inspection that never existed',
    () => asHolder(own, 'GET', '/inspections/0199a3c4-5d10-7c3e-9f21-6b0f4d2a8e01/capture'),
    404,
  ],
  [
    'a picture for another inspection',
    async () =>
      asHolder(own, 'POST', `${captureOf(other)}/pictures`, {
        form: pictureForm(await jpeg(1), { step: 'around_000' }),
      }),
    404,
  ],
  [
    'a picture for another organization',
    async () =>
      asHolder(own, 'POST', `${captureOf(foreign)}/pictures`, {
        form: pictureForm(await jpeg(2), { step: 'around_000' }),
      }),
    404,
  ],
  [
    'a reading of another inspection',
    () => asHolder(own, 'PATCH', `${captureOf(other)}/readings/plate`, { json: { value: 'AB-123-CD' } }),
    404,
  ],
  [
    'a reading of another organization',
    () => asHolder(own, 'PATCH', `${captureOf(foreign)}/readings/plate`, { json: { value: 'AB-123-CD' } }),
    404,
  ],
  [
    'the plate of a vehicle that it has not photographed',
    () => asHolder(own, 'PATCH', `${captureOf(own)}/readings/plate`, { json: { value: 'AB-123-CD' } }),
    422,
  ],
  [
    'the vehicle, by the operation of people',
    () => asHolder(own, 'PATCH', `/inspections/${own.inspection}/vehicle`, { json: { plate: 'STOLEN' } }),
    403,
  ],
  [
    'the end of the capture of another inspection',
    () => asHolder(own, 'POST', `${captureOf(other)}/finish`),
    404,
  ],
  [
    'a picture that the service is to fetch',
    () =>
      asHolder(own, 'POST', `${captureOf(own)}/pictures`, {
        json: {
          step: 'around_000',
          acquisition: { strategy: 'download_from_url', url: 'https://pictures.invalid/a.jpg' },
        },
      }),
    422,
  ],
  [
    'a picture by the operation of people',
    async () =>
      asHolder(own, 'POST', `/inspections/${own.inspection}/images`, {
        form: pictureForm(await jpeg(3), {}),
      }),
    403,
  ],
  ['its own link', () => asHolder(own, 'GET', `/capture_links/${own.link}`), 403],
  [
    'another link',
    () => asHolder(own, 'POST', `/inspections/${own.inspection}/capture_links`, { json: {} }),
    403,
  ],
  ['a stream of its inspection', () => asHolder(own, 'GET', `/inspections/${own.inspection}/events`), 403],
  [
    'a ticket for a stream',
    () => asHolder(own, 'POST', '/events/tickets', { json: { inspection_id: own.inspection } }),
    403,
  ],
  ['the list of inspections', () => asHolder(own, 'GET', '/inspections'), 403],
]

describe('a request for something else', () => {
  it.each(REACHES)('is refused: %s', async (_attack, ask, status) => {
    expect((await ask()).status).toBe(status)
  })

  it('404 and 404 are the same answer', async () => {
    const never = '/inspections/0199a3c4-5d10-7c3e-9f21-6b0f4d2a8e01/capture'
    const faces = await Promise.all(
      [captureOf(other), captureOf(foreign), never].map(async (path) => {
        const { request_id: _, ...face } = (await asHolder(own, 'GET', path)).body
        return JSON.stringify(face)
      }),
    )
    expect(new Set(faces).size).toBe(1)
  })
})

/** What a link's holder may call. Everything else is refused; a new operation is refused unless it is named here. */
const HOLDER_MAY = new Set(['getCapture', 'createCapturePicture', 'updateCaptureReading', 'finishCapture'])

describe('the operations of a link', () => {
  const document: Document = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../../openapi.json'), 'utf8'),
  )
  const operations = operationsOf(document)
    .filter(({ operation }) => operation.security === undefined)
    .map(({ method, path, operation }) => ({ method, path, id: operation.operationId }))

  it('are all there', () => {
    const ids = operations.map(({ id }) => id)
    expect([...HOLDER_MAY].filter((id) => !ids.includes(id))).toEqual([])
  })

  it.each(operations)('$id', async ({ method, path, id }) => {
    const image = path.includes('{image_id}') ? await createImage(service, own.inspection) : own.inspection
    const filled = path
      .replace(/^\/v1/, '')
      .replace('{inspection_id}', own.inspection)
      .replace('{capture_link_id}', own.link)
      .replace('{image_id}', image)
      .replace('{task_name}', 'damage_detection')
      .replace('{step}', 'plate')
      .replaceAll(/\{\w+\}/g, own.inspection)
    const json = BODIES[id] ?? {}
    const { status, body } = await asHolder(own, method, filled, method === 'GET' ? {} : { json })
    if (HOLDER_MAY.has(id)) expect([200, 409, 422], JSON.stringify(body)).toContain(status)
    else expect([status, body.code]).toEqual([403, 'permission_missing'])
  })
})

/** Bodies that pass their schema, so that it is the caller who is refused. */
const BODIES: Record<string, object> = {
  createInspection: { tasks: {} },
  updateTask: { status: 'TODO' },
  createImage: { acquisition: { strategy: 'upload_multipart_form_keys' } },
  deleteImages: { image_ids: ['x'] },
  updateDamageArea: { relevant_elements: [] },
  createDamage: { damage_type: 'scratch', part_type: 'hood' },
  createView: { damage_id: 'x', image_id: 'x' },
  createPricing: { pricing: 1, related_item_type: 'vehicle' },
  updatePricing: { pricing: 1 },
  createSeverity: { label: 'hood', level: 1 },
  createWebhookEndpoint: { url: 'https://hooks.invalid/x' },
  replayWebhookDeliveries: { since: '2020-01-01T00:00:00Z' },
  createReusableCaptureLink: { inspection: { tasks: [] } },
  createCapturePicture: { step: 'around_000' },
  updateCaptureReading: { value: 'AB-123-CD' },
  createComparison: {
    earlier_inspection_id: '0199a3c4-5d10-7c3e-9f21-6b0f4d2a8e01',
    later_inspection_id: '0199a3c4-5d10-7c3e-9f21-6b0f4d2a8e02',
  },
  updateComparisonSettings: { compares_returns: true },
  createObjectionLink: { inspection_id: '0199a3c4-5d10-7c3e-9f21-6b0f4d2a8e01' },
  createObjectionDecision: { decision: 'upheld', reason: 'x' },
  updateObjectionSettings: { answer_days: 10 },
  updatePictureSettings: { keeps_own_plate: false },
  openOriginal: { reason: 'x' },
  createCaptureProfile: { name: 'x', steps: [{ step: 'vin' }] },
  holdInspection: { reason: 'x' },
  updateRetention: { inspections_days: 3_650 },
  createErasure: { reason: 'request', plate: 'x' },
}

describe('secrets', () => {
  it('stand in no log line, no row and no answer but the one that shows them', async () => {
    const held = await holdLink(service)
    const { body: listed } = await service.call('GET', '/capture_links?limit=500')
    const { body: link } = await service.call('GET', `/capture_links/${held.link}`)
    await asHolder(held, 'GET', captureOf(held))
    const url = `${service.url}/v1${captureOf(held)}`
    const proof = held.device.prove({ method: 'GET', url, secret: held.token })
    for (const [token, dpop] of [
      [held.token, proof],
      [own.token, proof],
      [held.token, `${proof}x`],
    ] as const)
      await service.call('GET', captureOf(held), {
        as: null,
        headers: { authorization: `DPoP ${token}`, dpop },
      })
    const rows = await service.rows(
      `select (select json_agg(l) from capture_links l) as links, (select json_agg(s) from capture_sessions s) as sessions,
         (select json_agg(e) from events e) as events, (select json_agg(k) from idempotency_keys k) as keys`,
    )
    const seen = JSON.stringify([listed, link, rows]) + service.logLines().join('')
    expect(seen).toContain(held.link)
    for (const canary of [held.secret, held.token, proof, own.secret, own.token])
      expect(seen).not.toContain(canary)
  })

  it('of a link that is made with an idempotency key are sealed at rest, and the repeat shows the same URL', async () => {
    const inspection = await createInspection(service)
    const send = () =>
      service.call('POST', `/inspections/${inspection}/capture_links`, {
        json: {},
        headers: { 'idempotency-key': 'link-1' },
      })
    const [first, again] = [await send(), await send()]
    expect(again.body.url).toBe(first.body.url)
    const rows = await service.rows('select * from idempotency_keys')
    expect(JSON.stringify(rows)).not.toContain(secretOf(first.body.url))
  })

  it('never reach a referrer: they stand behind the # of the URL, and the exchange is not cached', async () => {
    const inspection = await createInspection(service)
    const { body } = await service.call('POST', `/inspections/${inspection}/capture_links`, { json: {} })
    const { origin, pathname, search, hash } = new URL(body.url)
    expect(`${origin}${pathname}${search}`).not.toContain(hash.slice(1))
    const { headers } = await openLink(service, createDevice(), secretOf(body.url))
    expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
      'no-store',
      'no-referrer',
    ])
  })
})
