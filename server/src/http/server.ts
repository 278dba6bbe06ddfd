import type { IncomingMessage } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { fastify, LogController } from 'fastify'
import type { App } from '../core/platform/app.ts'
import type { Log } from '../core/platform/log.ts'
import { uuidv7 } from '../core/platform/uuid.ts'
import { refusePath } from './errors.ts'
import { refuseUnreadable } from './unreadable.ts'
import { createVersionAlias } from './version-alias.ts'

export type Tls = { cert: Buffer; key: Buffer }

/** So many parts of the service and the framework give back what they hold when an answer closes; Node warns from 11 on. */
const CLOSE_LISTENERS_MAX = 20

/** The framework with its limits, and nothing registered yet. */
export function createServer(log: Log, publicUrl: string, tls?: Tls): App {
  const http = {
    maxHeaderSize: 16 * 1024,
    headersTimeout: 10_000,
    // The library would refuse it without a body; registerUnreadable() does it in JSON.
    requireHostHeader: false,
  }
  const alias = createVersionAlias()
  const options = {
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request: IncomingMessage) => requestIdOf(request),
    requestTimeout: 120_000,
    // Longer than load balancers keep an idle connection, so that it is never closed under a request of theirs.
    keepAliveTimeout: 65_000,
    maxRequestsPerSocket: 1_000,
    forceCloseConnections: 'idle' as const,
    // What arrives on an open connection while the process closes is answered like any other request, and the connection
    // ends with it. The framework's own refusal has no CORS headers: a browser would see a broken network.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 300 },
    rewriteUrl: alias.rewriteUrl,
    clientErrorHandler: refuseUnreadable(publicUrl),
    frameworkErrors: refusePath(publicUrl),
  }
  const app = tls
    ? fastify({ ...options, https: { ...tls, ...http } }).withTypeProvider<TypeBoxTypeProvider>()
    : fastify({ ...options, http }).withTypeProvider<TypeBoxTypeProvider>()
  // A connection that cannot be accepted, for want of descriptors, must not end the process.
  app.server.on('error', (error) => log.warn({ err: error }, 'no connection accepted'))
  app.server.on('request', (_request, response) => response.setMaxListeners(CLOSE_LISTENERS_MAX))
  // With and without TLS are two types to the framework; from here on it is one App.
  const one = app as unknown as App
  one.addHook('onRoute', alias.noteRoute)
  return one
}

/** A client's own id is kept when it is harmless in a log line. */
function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && /^[A-Za-z0-9._-]{8,64}$/.test(given) ? given : uuidv7()
}
