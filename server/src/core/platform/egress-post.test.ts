import { isIP } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PUBLIC } from '../../../../testing/public-address.ts'
import { HOSTILE_NAMES, hostileUrls } from '../../../test/hostile-urls.ts'
import { type LoopbackInternet, startLoopbackInternet } from '../../../test/loopback-internet.ts'
import { createEgress, type EgressOptions, internet, type Message, type PostLimits } from './egress.ts'
import { isPublicAddress } from './egress-address.ts'
import { EgressRefused } from './egress-refused.ts'

const LIMITS: PostLimits = { totalMs: 5_000, connectMs: 2_000 }
const MESSAGE: Message = { headers: { 'content-type': 'application/json' }, body: '{"a":"é"}' }

let loopback: LoopbackInternet
let port: number

beforeAll(async () => {
  loopback = await startLoopbackInternet('public.example.org')
  port = loopback.port
})
afterAll(() => loopback.close())
beforeEach(() => {
  loopback.accepts.forbidden = 0
  loopback.accepts.public = 0
})

const addresses = (list: readonly string[]) => list.map((address) => ({ address, family: isIP(address) }))
const NAMES: Record<string, string[]> = { ...HOSTILE_NAMES, 'public.example.org': [PUBLIC] }

function egressWith(options: EgressOptions = {}) {
  return createEgress({
    allowHttp: true,
    ports: [port, loopback.tlsPort],
    ca: loopback.certificate,
    judge: (address) => address === PUBLIC,
    lookup: async (hostname) => addresses(NAMES[hostname] ?? []),
    ...options,
  })
}

const at = (path: string): string => `http://public.example.org:${port}${path}`

/** The status of the answer, or the reason why there is none. */
async function outcome(url: string, options?: EgressOptions, limits?: Partial<PostLimits>) {
  try {
    return (await egressWith(options).post(url, MESSAGE, { ...LIMITS, ...limits })).status
  } catch (error) {
    if (error instanceof EgressRefused) return error.reason
    throw error
  }
}

describe('post', () => {
  it('meets the guard of a download: no hostile URL is connected to', async () => {
    const cases = hostileUrls(port)
    for (const [reason, url] of cases) expect(`${await outcome(url)} ${url}`).toBe(`${reason} ${url}`)
    expect([cases.length >= 150, loopback.accepts]).toEqual([true, { forbidden: 0, public: 0 }])
    await outcome(`http://127.0.0.1:${port}/`, { judge: () => true })
    expect(loopback.accepts.forbidden).toBe(1)
  })

  it('judges the name at every attempt', async () => {
    let lookups = 0
    const egress = egressWith({ lookup: async () => addresses([lookups++ === 0 ? PUBLIC : '127.0.0.1']) })
    expect(await egress.post(at('/picture'), MESSAGE, LIMITS)).toMatchObject({ status: 200 })
    await expect(egress.post(at('/picture'), MESSAGE, LIMITS)).rejects.toMatchObject({ reason: 'address' })
    expect([lookups, loopback.accepts]).toEqual([2, { forbidden: 0, public: 1 }])
  })

  it('sends the headers and the body, over a connection of its own', async () => {
    const headers = { ...MESSAGE.headers, 'webhook-id': 'msg_1' }
    await egressWith().post(at('/picture?a=1'), { ...MESSAGE, headers }, LIMITS)
    const [received] = loopback.received.slice(-1)
    expect(received).toMatchObject({ method: 'POST', url: '/picture?a=1', body: MESSAGE.body })
    expect(received?.headers).toEqual({
      host: `public.example.org:${port}`,
      connection: 'close',
      'user-agent': 'Walkaround/0.1',
      accept: '*/*',
      'accept-encoding': 'identity',
      'content-type': 'application/json',
      'webhook-id': 'msg_1',
      'content-length': String(Buffer.byteLength(MESSAGE.body)),
    })
  })

  it('needs a certificate for the name', async () => {
    const { tlsPort } = loopback
    expect(await outcome(`https://public.example.org:${tlsPort}/picture`)).toBe(200)
    expect(await outcome(`https://${PUBLIC}:${tlsPort}/picture`)).toBe('connection')
  })
})

describe('the answer to a post', () => {
  it.each([200, 204, 301, 302, 303, 307, 308, 404, 410, 500, 503])(
    'is its status, %i too',
    async (status) => {
      expect(await outcome(at(`/status/${status}`))).toBe(status)
    },
  )

  it('may be a redirect, which is not followed', async () => {
    for (const status of [301, 302, 303, 307, 308])
      expect(await outcome(at(`/redirect/${status}?to=${encodeURIComponent(at('/picture'))}`))).toBe(status)
    expect(loopback.accepts).toEqual({ forbidden: 0, public: 5 })
  })

  it.each<[string, string | null]>([
    ['120', '120'],
    ['Sat, 14 Nov 2026 09:31:07 GMT', 'Sat, 14 Nov 2026 09:31:07 GMT'],
    ['9'.repeat(65), null],
  ])('tells Retry-After, unless it cannot be one: %s', async (value, expected) => {
    const url = at(`/retry-after?value=${encodeURIComponent(value)}`)
    expect(await egressWith().post(url, MESSAGE, LIMITS)).toMatchObject({ status: 503, retryAfter: expected })
  })

  it('tells how long it took to come', async () => {
    const { latencyMs, ...rest } = await egressWith().post(at('/later'), MESSAGE, LIMITS)
    expect(rest).toEqual({ status: 200, retryAfter: null })
    expect(latencyMs).toBeGreaterThanOrEqual(190)
  })

  it.each([
    ['flooded', '/endless'],
    ['slow', '/drip'],
    ['never sent', '/hang-body'],
    ['cut off', '/cut'],
    ['a bomb', '/gzip'],
  ])('counts when its body is %s, and the connection is ended', async (_what, path) => {
    // With an hour for all of it: only the body that is read no further lets it end.
    expect(await outcome(at(path), {}, { totalMs: 3_600_000 })).toBe(200)
    await expect.poll(() => loopback.openConnections()).toBe(0)
  })

  it('is read no further than 4 KiB', async () => {
    loopback.written.bytes = 0
    await outcome(at('/endless'))
    await expect.poll(() => loopback.openConnections()).toBe(0)
    // What the sockets of both sides hold is more than what was read.
    expect(loopback.written.bytes).toBeLessThan(8_000_000)
  })

  it.each<[string, string, Partial<PostLimits>?]>([
    ['timeout', '/hang', { totalMs: 300 }],
    ['timeout', '/hang-headers', { totalMs: 300 }],
    ['connection', '/close'],
    ['connection', '/large-headers'],
    ['connection', '/not-http'],
  ])('is missing: %s for %s', async (expected, path, limits) => {
    expect(await outcome(at(path), {}, limits)).toBe(expected)
    await expect.poll(() => loopback.openConnections()).toBe(0)
  })

  it('is not waited for once the egress is closed', async () => {
    const egress = egressWith()
    const sent = egress.post(at('/hang'), MESSAGE, LIMITS)
    const refused = expect(sent).rejects.toMatchObject({ reason: 'closed' })
    await expect.poll(() => loopback.accepts.public).toBe(1)
    egress.close()
    await refused
    await expect(egress.post(at('/picture'), MESSAGE, LIMITS)).rejects.toMatchObject({ reason: 'closed' })
  })
})

describe('the internet', () => {
  it('is the public one, on the ports of the web', () => {
    expect(internet).toEqual({ ports: [80, 443], judge: isPublicAddress, lookup: expect.any(Function) })
  })
})

describe('check', () => {
  it('refuses what can be refused by its text', () => {
    for (const [reason, url] of hostileUrls(port).filter(
      ([reason]) => reason !== 'address' && reason !== 'no_address',
    ))
      expect(() => egressWith().check(url), url).toThrow(`egress refused: ${reason}`)
    expect(egressWith().check(at('/a?b')).pathname).toBe('/a')
  })
})
