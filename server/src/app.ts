import type { IncomingMessage } from 'node:http'
import { fastifyCors } from '@fastify/cors'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { fastify, LogController } from 'fastify'
import { Problem } from './contracts/problems.ts'
import { ProblemBody } from './contracts/schema.ts'
import { compileSchema } from './contracts/validation.ts'
import { requireToken } from './http/authentication.ts'
import { registerBodies } from './http/body.ts'
import { problemBody, refusePath, registerErrors } from './http/errors.ts'
import { registerOpenapi } from './http/openapi.ts'
import { pictureRoutes } from './http/pictures.ts'
import { logRequests } from './http/request-log.ts'
import type { Intake } from './images/create-image.ts'
import { imageRoutes } from './images/routes.ts'
import { Image } from './images/schema.ts'
import { inspectionRoutes } from './inspections/routes.ts'
import { Inspection, InspectionSummary } from './inspections/schema.ts'
import type { App } from './platform/app.ts'
import type { ContextParts } from './platform/context.ts'
import type { Identity } from './platform/identity.ts'
import type { Log } from './platform/log.ts'
import type { Metrics } from './platform/metrics.ts'
import { uuidv7 } from './platform/uuid.ts'
import { taskRoutes } from './tasks/routes.ts'
import { Task } from './tasks/schema.ts'
import { Vehicle } from './vehicles/schema.ts'

export type AppParts = ContextParts & {
  identity: Pick<Identity, 'verify'>
  intake: Intake
  log: Log
  metrics: Metrics
  tls?: { cert: Buffer; key: Buffer }
}

const REQUEST_HEADERS = [
  'authorization',
  'content-type',
  'access-control-allow-origin',
  'x-monk-sdk-version',
  'sentry-trace',
  'baggage',
  'if-none-match',
]

export async function buildApp(parts: AppParts): Promise<App> {
  // With and without TLS are two types to the framework; from here on it is one App.
  const app = createServer(parts) as unknown as App
  app.setValidatorCompiler(({ schema, httpPart }) => {
    const check = compileSchema(
      schema,
      httpPart === 'querystring' ? 'query' : httpPart === 'body' ? 'body' : 'params',
    )
    return (value: unknown) => ({ value: check(value) })
  })
  registerErrors(app, parts.config)
  logRequests(app, parts.log, parts.metrics)
  await app.register(fastifyCors, {
    origin: '*',
    methods: ['GET', 'POST', 'PATCH', 'DELETE', 'OPTIONS'],
    allowedHeaders: REQUEST_HEADERS,
    exposedHeaders: ['retry-after', 'x-request-id', 'etag', 'link'],
    maxAge: 86_400,
    strictPreflight: false,
  })
  await registerOpenapi(app)
  registerBodies(app, parts.config)
  for (const schema of [Image, Inspection, InspectionSummary, ProblemBody, Task, Vehicle])
    app.addSchema(schema)
  await app.register(async (scope) => routes(scope.withTypeProvider<TypeBoxTypeProvider>(), parts), {
    prefix: '/v1',
  })
  // Clients may be configured without the version; the document shows it once.
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.schema = { ...route.schema, hide: true }
    })
    await routes(scope.withTypeProvider<TypeBoxTypeProvider>(), parts)
  })
  return app
}

async function routes(app: App, parts: AppParts): Promise<void> {
  pictureRoutes(app, parts, parts.log)
  await app.register(async (plain) => {
    const scope = plain.withTypeProvider<TypeBoxTypeProvider>()
    requireToken(scope, parts, parts.identity, parts.log)
    inspectionRoutes(scope, parts.intake)
    taskRoutes(scope)
    imageRoutes(scope, parts.intake)
  })
}

function createServer(parts: AppParts) {
  const options = {
    loggerInstance: parts.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request: IncomingMessage) => requestIdOf(request),
    requestTimeout: 120_000,
    // Longer than load balancers keep an idle connection, so that it is never closed under a request of theirs.
    keepAliveTimeout: 65_000,
    maxRequestsPerSocket: 1_000,
    http: { maxHeaderSize: 16 * 1024, headersTimeout: 10_000 },
    forceCloseConnections: 'idle' as const,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 300 },
    clientErrorHandler: refuseUnreadable,
    frameworkErrors: refusePath,
  }
  return parts.tls
    ? fastify({
        ...options,
        https: { ...parts.tls, maxHeaderSize: 16 * 1024, headersTimeout: 10_000 },
      }).withTypeProvider<TypeBoxTypeProvider>()
    : fastify(options).withTypeProvider<TypeBoxTypeProvider>()
}

/** A client's own id is kept when it is harmless in a log line. */
function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && /^[A-Za-z0-9._-]{8,64}$/.test(given) ? given : uuidv7()
}

/** What is not even HTTP is answered in JSON too: clients parse every answer. */
function refuseUnreadable(
  error: Error & { code?: string },
  socket: { writable: boolean; end: (text: string) => void },
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const body = problemBody(
    new Problem(error.code === 'HPE_HEADER_OVERFLOW' ? 'request_header_too_large' : 'body_malformed'),
    uuidv7(),
  )
  const text = JSON.stringify(body)
  socket.end(
    `HTTP/1.1 ${body.status} Refused\r\ncontent-type: application/problem+json\r\ncontent-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
  )
}
