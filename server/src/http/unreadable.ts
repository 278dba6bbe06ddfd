import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { Problem, type ProblemCode } from '../contracts/problems.ts'
import type { App } from '../platform/app.ts'
import { uuidv7 } from '../platform/uuid.ts'
import { problemBody } from './errors.ts'

const CODES: Record<string, ProblemCode> = {
  HPE_HEADER_OVERFLOW: 'request_header_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** What is not even a request is answered in JSON too: clients parse every answer. */
export const refuseUnreadable =
  (publicUrl: string) =>
  (error: Error & { code?: string }, socket: Duplex): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return
    socket.end(rawAnswer(new Problem(CODES[error.code ?? ''] ?? 'request_malformed'), publicUrl))
  }

/** What the HTTP library would answer by itself, without a body, or not at all. */
export function registerUnreadable(app: App, publicUrl: string): void {
  app.server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy())
    socket.end(rawAnswer(new Problem('method_not_allowed'), publicUrl, 'allow: \r\n'))
  })
  // An expectation that nobody knows may be ignored (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  // One host exactly (RFC 9112, 3.2): of two, a proxy and this service could each believe another.
  app.addHook('onRequest', async ({ raw }) => {
    const hosts = raw.rawHeaders.filter((text, n) => n % 2 === 0 && text.toLowerCase() === 'host').length
    if (hosts > 1 || (hosts === 0 && raw.httpVersion === '1.1')) throw new Problem('request_malformed')
  })
}

function rawAnswer(problem: Problem, publicUrl: string, headers = ''): string {
  const body = problemBody(problem, uuidv7(), publicUrl)
  const text = JSON.stringify(body)
  return `HTTP/1.1 ${body.status} ${STATUS_CODES[body.status]}\r\ncontent-type: application/problem+json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(text)}\r\nx-request-id: ${body.request_id}\r\naccess-control-allow-origin: *\r\n${headers}connection: close\r\n\r\n${text}`
}
