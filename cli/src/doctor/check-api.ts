import { ask, type Check, fault, ok, skip, warn } from './check.ts'

const SKEW_S_MAX = 30
const ORIGIN = 'https://doctor.example'
const METHODS = ['GET', 'POST', 'PATCH', 'DELETE']
const HEADERS = ['authorization', 'content-type', 'idempotency-key', 'if-match', 'last-event-id', 'prefer']
const EXPOSED = ['etag', 'retry-after', 'x-request-id']
const STREAM_MS = 5_000

/** Without a token the service must refuse, and in its own words. */
export async function checkService(url: string): Promise<Check> {
  const answer = await ask(`${url}/v1/inspections`)
  if (answer instanceof Error)
    return fault(
      'service',
      `no response: ${answer.message}`,
      'Check WALKAROUND_URL, the firewall, and that the API is running.',
    )
  const isOurs =
    answer.status === 401 && /problem\+json|application\/json/.test(answer.headers.get('content-type') ?? '')
  if (isOurs && answer.headers.get('x-request-id')) return ok('service', 'requires a token')
  if (answer.status === 200)
    return fault(
      'service',
      'responds without a token',
      'A proxy adds a token to requests. Remove it immediately.',
    )
  return fault(
    'service',
    `${url} responds with ${answer.status} ${answer.headers.get('content-type') ?? ''} and is not Walkaround`,
    'Check the URL and the proxy. It must forward /v1, /docs and /console to the API unchanged.',
  )
}

/** Tokens and signed addresses are about time: a clock that is off makes valid ones expire. */
export async function checkClock(name: string, address: string, nowMs: () => number): Promise<Check> {
  const askedMs = nowMs()
  const answer = await ask(address)
  if (answer instanceof Error) return skip(`clock of ${name}`, 'no response')
  const told = Date.parse(answer.headers.get('date') ?? '')
  if (Number.isNaN(told)) return skip(`clock of ${name}`, 'no Date header in the response')
  // The header counts whole seconds.
  const skewS = Math.round((told - (askedMs + nowMs()) / 2) / 1000)
  if (Math.abs(skewS) <= SKEW_S_MAX) return ok(`clock of ${name}`, `within ${SKEW_S_MAX} s of this machine's`)
  const way = skewS > 0 ? 'ahead of' : 'behind'
  return fault(
    `clock of ${name}`,
    `${Math.abs(skewS)} s ${way} this machine's`,
    'Synchronize the clocks of both machines (chrony, systemd-timesyncd).',
  )
}

/** What a browser asks before it lets a page of another address call. */
export async function checkCors(url: string): Promise<Check> {
  const answer = await ask(`${url}/v1/inspections`, {
    method: 'OPTIONS',
    headers: {
      origin: ORIGIN,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': HEADERS.join(','),
    },
  })
  if (answer instanceof Error) return skip('CORS', 'no response')
  const list = (name: string) =>
    (answer.headers.get(name) ?? '').split(',').map((word) => word.trim().toLowerCase())
  const origin = answer.headers.get('access-control-allow-origin')
  const fix = 'Make the proxy forward OPTIONS to the API unchanged and add no CORS headers of its own.'
  if (!answer.ok) return fault('CORS', `a preflight request gets ${answer.status}`, fix)
  if (origin !== '*' && origin !== ORIGIN)
    return fault(
      'CORS',
      `${origin?.includes(',') ? 'CORS headers are sent twice' : 'pages from other origins are refused'}`,
      fix,
    )
  const lacking = [
    ...METHODS.filter((method) => !list('access-control-allow-methods').includes(method.toLowerCase())),
    ...HEADERS.filter((header) => !list('access-control-allow-headers').includes(header)),
  ]
  if (lacking.length > 0) return fault('CORS', `not allowed: ${lacking.join(', ')}`, fix)
  const seen = await ask(`${url}/v1/inspections`, { headers: { origin: ORIGIN } })
  const exposed =
    seen instanceof Error ? '' : (seen.headers.get('access-control-expose-headers') ?? '').toLowerCase()
  const hidden = EXPOSED.filter((header) => !exposed.includes(header))
  if (hidden.length > 0) return warn('CORS', `pages cannot read ${hidden.join(', ')}`, fix)
  return ok('CORS', 'pages from any origin can call the API')
}

/** A proxy that gathers answers makes live progress arrive all at once, at the end. */
export async function checkStream(url: string, token: string | undefined): Promise<Check> {
  if (!token) return skip('streams', 'needs a token')
  const controller = new AbortController()
  const late = setTimeout(() => controller.abort(), STREAM_MS)
  try {
    const answer = await ask(`${url}/v1/events`, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
      signal: controller.signal,
    })
    if (!(answer instanceof Error) && !answer.ok)
      return skip('streams', `the service responds with ${answer.status}`)
    const first = answer instanceof Error ? undefined : await answer.body?.getReader().read()
    if (first?.value) return ok('streams', 'events arrive live')
    throw new Error('nothing came')
  } catch {
    return fault(
      'streams',
      `no event within ${STREAM_MS / 1000} s`,
      'Turn off buffering in the proxy (nginx: proxy_buffering off).',
    )
  } finally {
    clearTimeout(late)
    controller.abort()
  }
}
