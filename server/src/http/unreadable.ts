import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { Problem, type ProblemCode } from '../core/contracts/problems.ts'
import type { App } from '../core/platform/app.ts'
import { uuidv7 } from '../core/platform/uuid.ts'
import { headersOfEveryAnswer } from './answer-headers.ts'
import { problemBody } from './errors.ts'

const CODES: Record<string, ProblemCode> = {
  HPE_HEADER_OVERFLOW: 'request_header_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

const LINGER_MS = 1_000
/**
 * Of two, a proxy and this service could each believe another (RFC 9110, 5.3): the HTTP library keeps the first of most
 * of these and says nothing.
 */
const SINGULAR: ReadonlySet<string> = new Set([
  'host',
  'authorization',
  'content-type',
  'content-length',
  'if-modified-since',
  'if-unmodified-since',
  'if-range',
  'range',
  'last-event-id',
])

/** What is not even a request is answered in JSON too: clients parse every answer. */
export const refuseUnreadable =
  (publicUrl: string) =>
  (error: Error & { code?: string }, socket: Duplex): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return
    refuseSocket(socket, new Problem(CODES[error.code ?? ''] ?? 'request_malformed'), publicUrl)
  }

/**
 * Nothing can be told any more of where a next request would begin, so the socket goes. Not at once: closing it with
 * bytes unread would take the answer from a client that is still sending.
 */
export function refuseSocket(socket: Duplex, problem: Problem, publicUrl: string, headers = ''): void {
  socket.end(rawAnswer(socket, problem, publicUrl, headers))
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

/** What the HTTP library would answer by itself, without a body, or not at all. */
export function registerUnreadable(app: App, publicUrl: string): void {
  app.server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy())
    refuseSocket(socket, new Problem('method_not_allowed'), publicUrl, 'allow: \r\n')
  })
  // An expectation that nobody knows may be ignored (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.addHook('onRequest', async ({ raw }) => {
    const names = raw.rawHeaders.filter((_, n) => n % 2 === 0).map((name) => name.toLowerCase())
    const repeated = names.find((name, n) => SINGULAR.has(name) && names.indexOf(name) !== n)
    if (repeated)
      throw new Problem('request_malformed', {}, [{ field: repeated, message: 'must be sent once' }])
    if (raw.httpVersion === '1.1' && !names.includes('host')) throw new Problem('request_malformed')
  })
}

function rawAnswer(socket: Duplex, problem: Problem, publicUrl: string, headers: string): string {
  const body = problemBody(problem, uuidv7(), publicUrl)
  const text = JSON.stringify(body)
  const everywhere = Object.entries(headersOfEveryAnswer(socket))
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  return `HTTP/1.1 ${body.status} ${STATUS_CODES[body.status]}\r\ncontent-type: application/problem+json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(text)}\r\nx-request-id: ${body.request_id}\r\naccess-control-allow-origin: *\r\n${everywhere}${headers}connection: close\r\n\r\n${text}`
}
