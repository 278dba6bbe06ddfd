import { isIP } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PUBLIC } from '../../../../testing/public-address.ts'
import { HOSTILE_NAMES, hostileUrls } from '../../../test/hostile-urls.ts'
import {
  type LoopbackInternet,
  PICTURE_BYTES_MAX,
  startLoopbackInternet,
} from '../../../test/loopback-internet.ts'
import { createEgress, type EgressLimits, type EgressOptions } from './egress.ts'
import { isPublicAddress } from './egress-address.ts'
import { EgressRefused } from './egress-refused.ts'

const LIMITS: EgressLimits = { bytesMax: PICTURE_BYTES_MAX, totalMs: 5_000, connectMs: 2_000 }

let internet: LoopbackInternet
let port: number
let tlsPort: number

beforeAll(async () => {
  internet = await startLoopbackInternet('public.example.org')
  port = internet.port
  tlsPort = internet.tlsPort
})
afterAll(() => internet.close())
beforeEach(() => {
  internet.accepts.forbidden = 0
  internet.accepts.public = 0
})

const addresses = (list: readonly string[]) => list.map((address) => ({ address, family: isIP(address) }))
const NAMES: Record<string, string[]> = {
  ...HOSTILE_NAMES,
  'public.example.org': [PUBLIC],
  'second.example.org': [PUBLIC],
}
const lookup = async (hostname: string) => addresses(NAMES[hostname] ?? [])

function egressWith(options: EgressOptions = {}) {
  const judge = (address: string) => address === PUBLIC
  return createEgress({
    allowHttp: true,
    ports: [port, tlsPort],
    ca: internet.certificate,
    judge,
    lookup,
    ...options,
  })
}

const at = (path: string): string => `http://public.example.org:${port}${path}`
const atTls = (path: string): string => `https://public.example.org:${tlsPort}${path}`

/** The text of a download, or the reason why there is none. */
async function outcome(
  url: string,
  options?: EgressOptions,
  limits?: Partial<EgressLimits>,
): Promise<string> {
  try {
    const { body } = await egressWith(options).download(url, { ...LIMITS, ...limits })
    return (await buffer(body)).toString()
  } catch (error) {
    if (error instanceof EgressRefused) return error.reason
    throw error
  }
}

// Even if the guard failed, these tests would not reach beyond loopback: the injected judges see to that.
describe('hostile URLs', () => {
  it('are refused by the expected guard, without a connection', async () => {
    const cases = hostileUrls(port)
    expect(new Set(cases.map(([, url]) => url)).size).toBeGreaterThanOrEqual(150)
    const misjudged: string[] = []
    const judge = (address: string) => {
      if (isPublicAddress(address)) misjudged.push(address)
      return address === PUBLIC
    }
    for (const [reason, url] of cases) {
      expect(`${await outcome(url, { judge })} ${url}`).toBe(`${reason} ${url}`)
    }
    console.log(
      `egress: ${cases.length} hostile URLs, ${internet.accepts.forbidden} connections to forbidden listeners`,
    )
    expect([internet.accepts, misjudged]).toEqual([{ forbidden: 0, public: 0 }, []])
  })

  it('are refused by their text alone where the address is not the reason', async () => {
    const judge = (address: string) => address.startsWith('127.') || address === '::1'
    for (const [reason, url] of hostileUrls(port).filter(([expected]) => expected !== 'address')) {
      expect(`${await outcome(url, { judge })} ${url}`).toBe(`${reason} ${url}`)
    }
    expect(internet.accepts).toEqual({ forbidden: 0, public: 0 })
  })

  it('include, by default, http, other ports and what is not public', async () => {
    const { download } = createEgress({ lookup })
    await expect(download('http://public.example.org/', LIMITS)).rejects.toMatchObject({ reason: 'scheme' })
    await expect(download(atTls('/picture'), LIMITS)).rejects.toMatchObject({ reason: 'port' })
    await expect(download('https://public.example.org/', LIMITS)).rejects.toMatchObject({ reason: 'address' })
    await expect(download('https://127.0.0.1/', LIMITS)).rejects.toMatchObject({ reason: 'address' })
  })
})

// Seen red: each guard was taken out of the source once, and the row or test that names it failed.
describe('the counters', () => {
  it('count, when the judge lets a literal address through', async () => {
    expect(await outcome(`http://${PUBLIC}:${port}/picture`)).toBe('picture')
    expect(await outcome(`http://127.0.0.1:${port}/`, { judge: () => true })).toBe('connection')
    expect(await outcome(`http://[::1]:${port}/`, { judge: () => true })).toBe('connection')
    expect(internet.accepts).toEqual({ forbidden: 2, public: 1 })
  })
})

describe('resolution', () => {
  it('happens once per request, so that a second answer cannot differ from the judged one', async () => {
    let lookups = 0
    const rebinding = async () => addresses([lookups++ === 0 ? PUBLIC : '127.0.0.1'])
    const egress = egressWith({ lookup: rebinding })
    const first = await egress.download(at('/picture'), LIMITS)
    expect([(await buffer(first.body)).toString(), lookups]).toEqual(['picture', 1])
    await expect(egress.download(at('/picture'), LIMITS)).rejects.toMatchObject({ reason: 'address' })
    expect([lookups, internet.accepts]).toEqual([2, { forbidden: 0, public: 1 }])
  })

  it('is judged again for a redirect to the same name', async () => {
    let lookups = 0
    const rebinding = async () => addresses([lookups++ === 0 ? PUBLIC : '127.0.0.1'])
    expect(await outcome(at('/hops-1'), { lookup: rebinding })).toBe('address')
    expect(internet.accepts.forbidden).toBe(0)
  })

  it.each([[[PUBLIC, '127.0.0.1']], [['127.0.0.1', PUBLIC]], [[PUBLIC, '::1']], [['::1', PUBLIC, PUBLIC]]])(
    'refuses the mixed answer %j',
    async (answer) => {
      expect(await outcome(at('/picture'), { lookup: async () => addresses(answer) })).toBe('address')
      expect(internet.accepts).toEqual({ forbidden: 0, public: 0 })
    },
  )

  it('that fails or hangs ends the download', async () => {
    const failing = () => Promise.reject(new Error('ENOTFOUND'))
    expect(await outcome(at('/picture'), { lookup: failing })).toBe('no_address')
    const hanging = () => new Promise<never>(() => {})
    expect(await outcome(at('/picture'), { lookup: hanging }, { connectMs: 50 })).toBe('timeout')
    expect(await outcome(at('/picture'), { lookup: hanging }, { totalMs: 50 })).toBe('timeout')
  })
})

describe('redirects', () => {
  const targets = () => [
    ['address', `http://127.0.0.1:${port}/`],
    ['address', `//127.0.0.1:${port}/`],
    ['address', `//0x7f.1:${port}/`],
    ['address', `///127.0.0.1:${port}/`],
    ['address', `http://[::1]:${port}/`],
    ['address', `http://loopback.example.org:${port}/`],
    ['address', `//mixed.example.org:${port}/`],
    ['address', `http://169.254.169.254:${port}/latest/meta-data/`],
    ['not_canonical', `http://2130706433:${port}/`],
    ['not_canonical', `http:127.0.0.1:${port}/`],
    ['host', `http://localhost:${port}/`],
    ['port', 'http://public.example.org:22/'],
    ['user_info', `http://a:b@public.example.org:${port}/picture`],
    ['scheme', 'file:///etc/passwd'],
    ['scheme', 'javascript:alert(1)'],
    ['text', `http://public.example.org:${port}\\@127.0.0.1:${port}/`],
    ['text', `/\\127.0.0.1:${port}/`],
    ['text', ''],
    ['url', 'http://[::1/'],
  ]
  it.each([301, 302, 303, 307, 308])('%i goes through the whole guard', async (status) => {
    for (const [reason, target] of targets()) {
      const url = at(`/redirect/${status}?to=${encodeURIComponent(target ?? '')}`)
      expect(`${await outcome(url)} ${target}`).toBe(`${reason} ${target}`)
    }
    expect(internet.accepts.forbidden).toBe(0)
  })

  it.each([
    ['picture', '/hops-1'],
    ['picture', '/hops-2'],
    ['redirects', '/redirect/307?to=/hops-2'],
    ['redirects', '/loop'],
    ['redirects', '/no-location'],
    ['redirects', '/two-locations'],
    ['status', '/status/300'],
    ['status', '/status/304'],
  ])('end in %s for %s', async (expected, path) => {
    expect(await outcome(at(path))).toBe(expected)
  })

  it('may go from http to https, never back', async () => {
    expect(await outcome(at(`/redirect/302?to=${atTls('/picture')}`))).toBe('picture')
    expect(await outcome(atTls(`/redirect/302?to=${atTls('/picture')}`))).toBe('picture')
    internet.accepts.public = 0
    expect(await outcome(atTls(`/redirect/302?to=${at('/picture')}`))).toBe('downgrade')
    expect(internet.accepts.public).toBe(0)
  })
})

describe('requests', () => {
  it('say who asks, and nothing else', async () => {
    const headers = ['host', `public.example.org:${port}`, 'connection', 'close']
    const expected = [
      ...headers,
      'user-agent',
      'Walkaround/0.1',
      'accept',
      '*/*',
      'accept-encoding',
      'identity',
    ]
    expect(JSON.parse(await outcome(at('/headers')))).toEqual(expected)
    expect(JSON.parse(await outcome(at('/set-cookie')))).toEqual(expected)
  })

  it('never share a connection', async () => {
    const egress = egressWith()
    for (const host of ['public.example.org', 'second.example.org', 'public.example.org']) {
      const { body, content_type } = await egress.download(`http://${host}:${port}/picture`, LIMITS)
      expect([(await buffer(body)).toString(), content_type]).toEqual(['picture', 'image/jpeg'])
    }
    expect(internet.accepts.public).toBe(3)
  })

  it('need a certificate for the name', async () => {
    expect(await outcome(atTls('/picture'))).toBe('picture')
    expect(await outcome(`https://second.example.org:${tlsPort}/picture`)).toBe('connection')
    expect(await outcome(`https://${PUBLIC}:${tlsPort}/picture`)).toBe('connection')
  })
})

describe('answers', () => {
  const quick = { rateMin: { bytesPerS: 8192, graceMs: 100 } }
  it.each<[string, string, EgressOptions?, Partial<EgressLimits>?]>([
    ['status', '/status/201'],
    ['status', '/status/204'],
    ['status', '/status/206'],
    ['status', '/status/404'],
    ['status', '/status/500'],
    ['encoded', '/gzip'],
    ['picture', '/identity'],
    ['too_large', '/over'],
    ['too_large', '/over-declared'],
    ['too_large', '/over-chunked'],
    ['too_large', '/endless'],
    ['too_slow', '/drip', quick],
    ['too_slow', '/hang-body', quick],
    ['timeout', '/drip', {}, { totalMs: 700 }],
    ['timeout', '/hang-body', {}, { totalMs: 700 }],
    ['timeout', '/hang-headers', {}, { totalMs: 700 }],
    ['connection', '/hang-continue'],
    ['connection', '/cut'],
    ['connection', '/close'],
    ['connection', '/large-headers'],
    ['connection', '/not-http'],
  ])('%s for %s', async (expected, path, options, limits) => {
    expect(await outcome(at(path), options, limits)).toBe(expected)
    expect(internet.accepts.public).toBe(1)
  })

  it.each(['/exact', '/exact-chunked'])('may be as large as the limit: %s', async (path) => {
    expect(await outcome(at(path))).toHaveLength(LIMITS.bytesMax)
  })

  it.each(['/exact', '/megabyte'])('may wait for a slow reader: %s', async (path) => {
    const rateMin = { bytesPerS: 10 ** 6, graceMs: 100 }
    const { body } = await egressWith({ rateMin }).download(at(path), { ...LIMITS, bytesMax: 10 ** 6 })
    await delay(600)
    expect((await buffer(body)).length).toBeGreaterThanOrEqual(PICTURE_BYTES_MAX)
  })

  it.each(['/endless', '/picture'])(
    'that nobody reads are given up, without an unhandled error: %s',
    async (path) => {
      const { body } = await egressWith().download(at(path), { ...LIMITS, totalMs: 1_000 })
      await new Promise((resolve) => body.once('close', resolve))
      await expect(buffer(body)).rejects.toMatchObject({ reason: 'timeout' })
    },
  )

  it('end when the egress is closed', async () => {
    const egress = egressWith()
    const { body } = await egress.download(at('/drip'), LIMITS)
    egress.close()
    await expect(buffer(body)).rejects.toMatchObject({ reason: 'closed' })
    await expect(egress.download(at('/picture'), LIMITS)).rejects.toMatchObject({ reason: 'closed' })
  })
})
