import { afterEach, describe, expect, it } from 'vitest'
import { problem, type Scripted, startScripted } from '../test/scripted-service.ts'
import { type ClientOptions, createClient } from './client.ts'
import { getInspection } from './operations.ts'

let service: Scripted
afterEach(() => service.close())
const clientOf = (options: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl: service.url, token: 'T', timeoutMs: 2_000, ...options })

describe('a token', () => {
  const expired = problem(401, 'token_expired')

  it('is asked for once, and once more when it has expired', async () => {
    service = await startScripted({}, {}, expired, {})
    let count = 0
    const client = clientOf({ token: async () => `T${++count}` })
    for (let n = 0; n < 3; n++) await getInspection(client, 'i-1')
    expect(service.seen.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer T1',
      'Bearer T1',
      'Bearer T1',
      'Bearer T2',
    ])
  })

  it('is renewed once for all calls that find it expired together', async () => {
    service = await startScripted((seen, reply) => {
      const isOld = seen.headers.authorization === 'Bearer T1'
      const body = isOld ? expired.json : { id: 'i-1', object_type: 'INSPECTION' }
      reply.writeHead(isOld ? 401 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
    let count = 0
    const client = clientOf({ token: async () => `T${++count}` })
    await Promise.all(Array.from({ length: 8 }, () => getInspection(client, 'i-1')))
    expect(count).toBe(2)
  })

  it("that is expired also when new is the caller's trouble", async () => {
    service = await startScripted(expired)
    let count = 0
    await expect(getInspection(clientOf({ token: () => `T${++count}` }), 'i-1')).rejects.toMatchObject({
      code: 'token_expired',
      status: 401,
    })
    expect(service.seen.length).toBe(2)
  })

  it('that is only a text cannot be renewed', async () => {
    service = await startScripted(expired)
    await expect(getInspection(clientOf(), 'i-1')).rejects.toMatchObject({ code: 'token_expired' })
    expect(service.seen.length).toBe(1)
  })

  it('that cannot be got is asked for again by the next call', async () => {
    service = await startScripted({})
    let count = 0
    const client = clientOf({
      token: () => {
        if (++count === 1) throw new Error('the issuer is away')
        return 'T'
      },
    })
    await expect(getInspection(client, 'i-1')).rejects.toMatchObject({ message: 'the issuer is away' })
    await getInspection(client, 'i-1')
    expect(service.seen.length).toBe(1)
  })
})
