import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openapiDocument } from '../../generate/openapi.ts'
import { exchange } from '../../test/exchange.ts'
import type { Service } from '../../test/own-service.ts'
import { startService } from '../../test/service.ts'
import { WRITES } from '../../test/writes.ts'

type Operation = { operationId: string; security?: object[]; responses: Record<string, unknown> }

const { paths } = JSON.parse(await openapiDocument()) as { paths: Record<string, Record<string, Operation>> }
const writes = Object.values(paths)
  .flatMap((path) => ['post', 'patch', 'put', 'delete'].flatMap((method) => path[method] ?? []))
  // Without a token there is nobody whose key it could be.
  .filter(({ security }) => security === undefined)

/** Their answers hold nothing of an inspection. Any other stored answer goes when one of its inspections is erased. */
const NAMES_NO_INSPECTION = [
  'updatePictureSettings',
  'createWebhookEndpoint',
  'updateWebhookEndpoint',
  'deleteWebhookEndpoint',
  'rotateWebhookSecret',
  'testWebhookEndpoint',
  'replayWebhookDelivery',
  'replayWebhookDeliveries',
  'rotateCallbackSecret',
  'updateQuotas',
  'createReusableCaptureLink',
  'createCaptureProfile',
  'updateCaptureProfile',
  'deleteCaptureProfile',
  'createErasure',
  'updateRetention',
  'createStreamTicket',
  'updateComparisonSettings',
  'updateObjectionSettings',
]

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** Goes up with whatever a write does: events of inspections, and rows of what belongs to no inspection. */
const countEffects = async () =>
  Number(
    (
      await service.rows(`select (select count(*) from events) + (select count(*) from stream_tickets)
        + (select count(*) from administration_events)
        + (select coalesce(sum(version), 0) from webhook_endpoints)
        + (select count(*) + coalesce(sum(earlier_attempt_count), 0) from webhook_deliveries) as count`)
    )[0].count,
  )

describe('writing operations', () => {
  it('are those that have a request in test/writes.ts', () => {
    expect(writes.map((write) => write.operationId).sort()).toEqual(Object.keys(WRITES).sort())
  })

  it('have one success code, which a stored answer is sent with', () => {
    const codes = writes.map(({ operationId, responses }) => ({
      operationId,
      codes: Object.keys(responses).filter((code) => code.startsWith('2')).length,
    }))
    expect(codes.filter(({ codes }) => codes !== 1)).toEqual([])
  })
})

describe.each(writes.map((write) => write.operationId))('%s with an Idempotency-Key', (operationId) => {
  it('has one effect, and a repeat gets the same bytes', async () => {
    const write = await WRITES[operationId]?.(service)
    if (!write) throw new Error(`there is no request for ${operationId} in test/writes.ts`)
    const send = async () =>
      exchange(service, write.method, write.path, {
        as: write.as ?? 'alder-manager',
        ...(await write.send?.()),
        headers: { 'idempotency-key': `key-of-${operationId}` },
      })
    const before = await countEffects()
    const first = await send()
    expect(first).toMatchObject({ status: expect.toSatisfy((status: number) => status < 300) })
    const after = await countEffects()
    expect(after).toBeGreaterThan(before)
    const second = await send()
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect(second).toMatchObject({ status: first.status, text: first.text })
    for (const name of ['content-type', 'etag', 'location'])
      expect(second.headers.get(name)).toBe(first.headers.get(name))
    expect(await countEffects()).toBe(after)
    const [{ named }] = await service.rows(
      "select inspection_ids <> '{}' as named from idempotency_keys where key = $1",
      [`key-of-${operationId}`],
    )
    expect(named).toBe(!NAMES_NO_INSPECTION.includes(operationId))
  })
})
