import { promises as dns, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { pipeline, type Readable, Transform } from 'node:stream'
import { buildConnector, Client, type Dispatcher } from 'undici'
import { isPublicAddress } from './egress-address.ts'

export const EGRESS_REFUSALS = [
  'text',
  'url',
  'scheme',
  'user_info',
  'not_canonical',
  'port',
  'host',
  'no_address',
  'address',
  'connection',
  'timeout',
  'redirects',
  'downgrade',
  'status',
  'encoded',
  'too_large',
  'too_slow',
  'closed',
] as const
export type EgressRefusal = (typeof EGRESS_REFUSALS)[number]

/** `reason` is for logs. Callers must show one error for all reasons, or they become a port scanner. */
export class EgressRefused extends Error {
  readonly reason: EgressRefusal

  constructor(reason: EgressRefusal, options?: ErrorOptions) {
    super(`egress refused: ${reason}`, options)
    this.name = 'EgressRefused'
    this.reason = reason
  }
}

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

type RateMin = { bytesPerS: number; graceMs: number }

export type EgressLimits = { bytesMax: number; totalMs: number; connectMs: number }
export type Download = { body: Readable; content_type: string | null }
export type Egress = ReturnType<typeof createEgress>

const REDIRECTS_MAX = 2
const REDIRECT_STATUSES = [301, 302, 303, 307, 308]
const URL_LENGTH_MAX = 8192

/** The one place that sends requests to addresses chosen by callers. Its guard cannot be configured away. */
export function createEgress(options: EgressOptions = {}) {
  const {
    allowHttp = false,
    ports = [80, 443],
    ca,
    rateMin = { bytesPerS: 8192, graceMs: 5000 },
    judge = isPublicAddress,
    lookup = (hostname) => dns.lookup(hostname, { all: true }),
  } = options
  const running = new Set<AbortController>()
  let closed = false

  /** The body fails with `EgressRefused` when it breaks a limit on the way. */
  async function download(url: string, limits: EgressLimits): Promise<Download> {
    if (closed) throw new EgressRefused('closed')
    const first = checkUrl(url, allowHttp, ports)
    const stop = new AbortController()
    running.add(stop)
    const timer = setTimeout(() => stop.abort(new EgressRefused('timeout')), limits.totalMs)
    const release = () => {
      clearTimeout(timer)
      running.delete(stop)
      // Ends whatever still holds a connection; nothing is left to stop after a complete body.
      stop.abort(new EgressRefused('closed'))
    }
    try {
      const answer = await follow(first, limits, stop.signal)
      const body = limitBody(answer.body, limits.bytesMax, rateMin, stop.signal)
      body.once('close', release)
      return { body, content_type: single(answer.headers['content-type']) }
    } catch (error) {
      release()
      throw asRefused(error)
    }
  }

  async function follow(first: URL, limits: EgressLimits, signal: AbortSignal) {
    let target = first
    for (let redirects = 0; ; redirects += 1) {
      const answer = await request(target, limits.connectMs, signal)
      if (!REDIRECT_STATUSES.includes(answer.statusCode)) return checkAnswer(answer, limits.bytesMax)
      // Nobody reads this body; without a listener its failure would end the process.
      answer.body.on('error', () => {}).destroy()
      if (redirects === REDIRECTS_MAX) throw new EgressRefused('redirects')
      const next = checkUrl(redirectUrl(answer, target), allowHttp, ports)
      if (target.protocol === 'https:' && next.protocol !== 'https:') throw new EgressRefused('downgrade')
      target = next
    }
  }

  // Every request has a client of its own, so that no connection is ever used for a second host or caller.
  async function request(target: URL, connectMs: number, signal: AbortSignal) {
    signal.throwIfAborted()
    const client = new Client(target.origin, {
      connect: guardedConnector(connectMs),
      pipelining: 0,
      allowH2: false,
      maxHeaderSize: 16_384,
      // The deadline of the whole download stands for both.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    signal.addEventListener('abort', () => client.destroy(signal.reason), { once: true })
    return client.request({
      method: 'GET',
      path: target.pathname + target.search,
      headers: { 'user-agent': 'Walkaround/0.1', accept: '*/*', 'accept-encoding': 'identity' },
    })
  }

  // The judged addresses are the ones connected to: there is no second resolution that could answer differently.
  function guardedConnector(connectMs: number): buildConnector.connector {
    const guardedLookup: LookupFunction = (hostname, _options, callback) => {
      judged(hostname).then(
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

  async function judged(hostname: string): Promise<LookupAddress[]> {
    const addresses = await lookup(hostname)
    if (addresses.length === 0) throw new EgressRefused('no_address')
    // One private answer among public ones is an attack or a mistake, never a picture server.
    if (!addresses.every(({ address }) => judge(address))) throw new EgressRefused('address')
    return addresses
  }

  function close(): void {
    closed = true
    for (const stop of running) stop.abort(new EgressRefused('closed'))
  }

  return { download, close }
}

// Printable ASCII without the backslash: parsers disagree over backslashes, blanks and look-alike characters.
const PLAIN_TEXT = /^[\x21-\x5b\x5d-\x7e]+$/
const PRIVATE_NAME = /\.(?:arpa|corp|home|internal|intranet|lan|local|localdomain|localhost|private|svc)$/

function checkUrl(text: string, allowHttp: boolean, ports: readonly number[]): URL {
  if (!PLAIN_TEXT.test(text)) throw new EgressRefused('text')
  if (text.length > URL_LENGTH_MAX || !URL.canParse(text)) throw new EgressRefused('url')
  const url = new URL(text)
  if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:')) throw new EgressRefused('scheme')
  if (url.username !== '' || url.password !== '') throw new EgressRefused('user_info')
  // The host must be written as it will be used, so that every other reader of this text sees the same host.
  const prefix = `${url.protocol}//${url.hostname}`
  if (!text.toLowerCase().startsWith(prefix) || !/^[:/?#]?$/.test(text.charAt(prefix.length))) {
    throw new EgressRefused('not_canonical')
  }
  const port = url.port === '' ? { 'https:': 443, 'http:': 80 }[url.protocol] : Number(url.port)
  if (port === undefined || !ports.includes(port)) throw new EgressRefused('port')
  if (isIP(url.hostname) !== 0 || url.hostname.startsWith('[')) return url
  const dotted = /^(?:[a-z0-9_-]{1,63}\.)+[a-z0-9-]{1,63}$/.test(url.hostname)
  if (!dotted || PRIVATE_NAME.test(url.hostname)) throw new EgressRefused('host')
  return url
}

function redirectUrl(answer: Dispatcher.ResponseData, base: URL): string {
  const location = single(answer.headers.location)
  if (location === null) throw new EgressRefused('redirects')
  // Resolving tidies a text up, so it must not come before the check; and it reads `http:path` as relative.
  if (!PLAIN_TEXT.test(location) || /^[a-z][a-z0-9+.-]*:/i.test(location)) return location
  return URL.parse(location, base.href)?.href ?? location
}

function checkAnswer(answer: Dispatcher.ResponseData, bytesMax: number): Dispatcher.ResponseData {
  if (answer.statusCode !== 200) throw new EgressRefused('status')
  const encoding = answer.headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') throw new EgressRefused('encoded')
  if (Number(answer.headers['content-length'] ?? 0) > bytesMax) throw new EgressRefused('too_large')
  return answer
}

function limitBody(source: Readable, bytesMax: number, rateMin: RateMin, signal: AbortSignal): Readable {
  let bytes = 0
  let waitedMs = 0
  const tickMs = rateMin.graceMs / 20
  const body = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      bytes += chunk.length
      if (bytes > bytesMax) callback(new EgressRefused('too_large'))
      else callback(null, chunk)
    },
    destroy(error, callback) {
      clearInterval(ticker)
      callback(error && asRefused(error))
    },
  })
  const ticker = setInterval(() => {
    // Time in which only our own reader is behind does not count.
    if (!body.writableNeedDrain && !body.writableEnded) waitedMs += tickMs
    const expected = (rateMin.bytesPerS * (waitedMs - rateMin.graceMs)) / 1000
    if (bytes < expected) body.destroy(new EgressRefused('too_slow'))
  }, tickMs)
  signal.addEventListener('abort', () => body.destroy(signal.reason), { once: true })
  // An error that comes before the reader waits for it in the stream; without a listener it would end the process.
  body.on('error', () => {})
  pipeline(source, body, () => {})
  return body
}

function single(header: string | string[] | undefined): string | null {
  return typeof header === 'string' ? header : null
}

function asRefused(error: unknown, reason: EgressRefusal = 'connection'): EgressRefused {
  if (error instanceof EgressRefused) return error
  const timedOut = error instanceof Error && 'code' in error && error.code === 'UND_ERR_CONNECT_TIMEOUT'
  return new EgressRefused(timedOut ? 'timeout' : reason, { cause: error })
}
