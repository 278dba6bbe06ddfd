import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openapiDocument } from '../../generate/openapi.ts'
import { exchange } from '../../test/exchange.ts'
import { type Service, startService } from '../../test/service.ts'
import { WRITES } from '../../test/writes.ts'

type Operation = { operationId: string; responses: Record<string, unknown> }

const { paths } = JSON.parse(await openapiDocument()) as { paths: Record<string, Record<string, Operation>> }
const writes = Object.values(paths).flatMap((path) =>
  ['post', 'patch', 'put', 'delete'].flatMap((method) => path[method] ?? []),
)

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const countEvents = async () => Number((await service.rows('select count(*) from events'))[0].count)

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
        ...(await write.send?.()),
        headers: { 'idempotency-key': `key-of-${operationId}` },
      })
    const before = await countEvents()
    const first = await send()
    expect(first).toMatchObject({ status: expect.toSatisfy((status: number) => status < 300) })
    const after = await countEvents()
    expect(after).toBeGreaterThan(before)
    const second = await send()
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect(second).toMatchObject({ status: first.status, text: first.text })
    for (const name of ['content-type', 'etag', 'location'])
      expect(second.headers.get(name)).toBe(first.headers.get(name))
    expect(await countEvents()).toBe(after)
  })
})
