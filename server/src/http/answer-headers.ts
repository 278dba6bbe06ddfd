import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import type { App } from '../core/platform/app.ts'

const YEAR_S = 31_536_000

/**
 * What every answer carries, whoever makes it. Behind a proxy it is the proxy that knows whether its clients speak
 * TLS, so only a service that ends TLS itself promises to go on with it (RFC 6797, 7.2).
 */
export function headersOfEveryAnswer(socket: Duplex): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    ...(socket instanceof TLSSocket ? { 'strict-transport-security': `max-age=${YEAR_S}` } : {}),
  }
}

/** At the server and not in a hook: no hook runs for what the framework refuses by itself. */
export function registerAnswerHeaders(app: App): void {
  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    for (const [name, value] of Object.entries(headersOfEveryAnswer(request.socket)))
      response.setHeader(name, value)
  })
}
