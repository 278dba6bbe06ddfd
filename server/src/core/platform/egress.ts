import { promises as dns, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { buildConnector, Client, type Dispatcher } from 'undici'
import { isPublicAddress } from './egress-address.ts'
import { limitBody, type RateMin } from './egress-body.ts'
import { asRefused, EgressRefused } from './egress-refused.ts'
import { checkUrl, redirectUrl } from './egress-url.ts'

export type EgressOptions = {
  allowHttp?: boolean
  ports?: readonly number[]
  /** Certificates to trust instead of the built-in ones, in PEM. */
  ca?: string
  rateMin?: RateMin
  /** Tests let a loopback address play a public one. */
  judge?: (address: string) => boolean
  lookup?: (hostname: string) => Promise<LookupAddress[]>
}

export type EgressLimits = { bytesMax: number; totalMs: number; connectMs: number }
export type PostLimits = { totalMs: number; connectMs: number }
export type Download = { body: Readable; content_type: string | null }
export type Message = { headers: Record<string, string>; body: string }
/** All that a sender may know of an answer: anything more would let callers read what we can reach. */
export type Posted = { status: number; retryAfter: string | null; latencyMs: number }
export type Egress = ReturnType<typeof createEgress>

const REDIRECTS_MAX = 2
const REDIRECT_STATUSES = [301, 302, 303, 307, 308]
const RETRY_AFTER_LENGTH_MAX = 64
// A receiver may finish its answer in peace, as long as that costs next to nothing.
const DISCARDED_BYTES_MAX = 4096
const DISCARD_MS_MAX = 500
const SENT_BY = { 'user-agent': 'Walkaround/0.1', accept: '*/*', 'accept-encoding': 'identity' }

/** What the guard goes by. No setting changes it; only programs of server/test, which stay on loopback, put something else here. */
export const internet = {
  ports: [80, 443] as readonly number[],
  judge: isPublicAddress,
  lookup: (hostname: string): Promise<LookupAddress[]> => dns.lookup(hostname, { all: true }),
}

/** The one place that sends requests to addresses chosen by callers. Its guard cannot be configured away. */
export function createEgress(options: EgressOptions = {}) {
  const {
    allowHttp = false,
    ports = internet.ports,
    ca,
    rateMin = { bytesPerS: 8192, graceMs: 5000 },
    judge = internet.judge,
    lookup = internet.lookup,
  } = options
  const running = new Set<AbortController>()
  let closed = false

  /** What can be said of a URL before it is used. Throws `EgressRefused`. */
  const check = (url: string): URL => checkUrl(url, allowHttp, ports)

  /** The body fails with `EgressRefused` when it breaks a limit on the way. */
  async function download(url: string, limits: EgressLimits): Promise<Download> {
    const { signal, release } = begin(limits.totalMs)
    try {
      const answer = await follow(check(url), limits, signal)
      const body = limitBody(answer.body, limits.bytesMax, rateMin, signal)
      body.once('close', release)
      return { body, content_type: single(answer.headers['content-type']) }
    } catch (error) {
      release()
      throw asRefused(error)
    }
  }

  /** Sends a message once. A redirect is not followed: it is the answer. */
  async function post(url: string, message: Message, limits: PostLimits): Promise<Posted> {
    const { signal, release } = begin(limits.totalMs)
    const startedMs = performance.now()
    try {
      const { headers, body } = message
      const answer = await request(check(url), limits.connectMs, signal, {
        method: 'POST',
        headers: { ...SENT_BY, ...headers },
        body,
      })
      const latencyMs = performance.now() - startedMs
      await discard(answer.body)
      const retryAfter = single(answer.headers['retry-after'])
      const readable = retryAfter !== null && retryAfter.length <= RETRY_AFTER_LENGTH_MAX
      return { status: answer.statusCode, retryAfter: readable ? retryAfter : null, latencyMs }
    } catch (error) {
      throw asRefused(error)
    } finally {
      release()
    }
  }

  function begin(totalMs: number) {
    if (closed) throw new EgressRefused('closed')
    const stop = new AbortController()
    running.add(stop)
    const timer = setTimeout(() => stop.abort(new EgressRefused('timeout')), totalMs)
    const release = () => {
      clearTimeout(timer)
      running.delete(stop)
      // Ends whatever still holds a connection; nothing is left to stop after a complete body.
      stop.abort(new EgressRefused('closed'))
    }
    return { signal: stop.signal, release }
  }

  async function follow(first: URL, limits: EgressLimits, signal: AbortSignal) {
    let target = first
    for (let redirects = 0; ; redirects += 1) {
      const answer = await request(target, limits.connectMs, signal, { method: 'GET', headers: SENT_BY })
      if (!REDIRECT_STATUSES.includes(answer.statusCode)) return checkAnswer(answer, limits.bytesMax)
      // Nobody reads this body; without a listener its failure would end the process.
      answer.body.on('error', () => {}).destroy()
      const location = single(answer.headers.location)
      if (redirects === REDIRECTS_MAX || location === null) throw new EgressRefused('redirects')
      const next = check(redirectUrl(location, target))
      if (target.protocol === 'https:' && next.protocol !== 'https:') throw new EgressRefused('downgrade')
      target = next
    }
  }

  // Every request has a client of its own, so that no connection is ever used for a second host or caller.
  async function request(
    target: URL,
    connectMs: number,
    signal: AbortSignal,
    message: Pick<Dispatcher.RequestOptions, 'method' | 'headers'> & { body?: string },
  ) {
    signal.throwIfAborted()
    const client = new Client(target.origin, {
      connect: guardedConnector(connectMs),
      pipelining: 0,
      allowH2: false,
      maxHeaderSize: 16_384,
      // The deadline of the whole exchange stands for both.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    signal.addEventListener('abort', () => client.destroy(signal.reason), { once: true })
    return client.request({ path: target.pathname + target.search, ...message })
  }

  // The judged addresses are the ones connected to: there is no second resolution that could answer differently.
  function guardedConnector(connectMs: number): buildConnector.connector {
    const guardedLookup: LookupFunction = (hostname, _options, callback) => {
      judgeUrl(hostname).then(
        (addresses) => callback(null, addresses),
        (error) => callback(asRefused(error, 'no_address'), []),
      )
    }
    const connect = buildConnector({
      timeout: connectMs,
      allowH2: false,
      maxCachedSessions: 0,
      rejectUnauthorized: true,
      // With it Node always asks the lookup for all addresses, the form answered above.
      autoSelectFamily: true,
      lookup: guardedLookup,
      ...(ca === undefined ? {} : { ca }),
    })
    return (target, callback) => {
      // Node does not look literal addresses up.
      if (isIP(target.hostname) !== 0 && !judge(target.hostname)) callback(new EgressRefused('address'), null)
      else connect(target, callback)
    }
  }

  async function judgeUrl(hostname: string): Promise<LookupAddress[]> {
    const addresses = await lookup(hostname)
    if (addresses.length === 0) throw new EgressRefused('no_address')
    // One private answer among public ones is an attack or a mistake, never a server meant for us.
    if (!addresses.every(({ address }) => judge(address))) throw new EgressRefused('address')
    return addresses
  }

  function close(): void {
    closed = true
    for (const stop of running) stop.abort(new EgressRefused('closed'))
  }

  return { check, download, post, close }
}

/** Reads a little of a body and then gives it up. How it ends does not matter: the status is known. */
async function discard(body: Readable): Promise<void> {
  let bytes = 0
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => body.destroy(), DISCARD_MS_MAX)
    body.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > DISCARDED_BYTES_MAX) body.destroy()
    })
    body.on('error', () => {})
    body.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

function checkAnswer(answer: Dispatcher.ResponseData, bytesMax: number): Dispatcher.ResponseData {
  if (answer.statusCode !== 200) throw new EgressRefused('status')
  const encoding = answer.headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') throw new EgressRefused('encoded')
  if (Number(answer.headers['content-length'] ?? 0) > bytesMax) throw new EgressRefused('too_large')
  return answer
}

function single(header: string | string[] | undefined): string | null {
  return typeof header === 'string' ? header : null
}
