import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { ProblemBody } from './contracts/schema.ts'
import { compileSchema } from './contracts/validation.ts'
import { damageRoutes } from './damages/routes.ts'
import { Damage } from './damages/schema.ts'
import { Document } from './documents/schema.ts'
import { streamRoutes, streamTicketRoutes } from './events/routes.ts'
import type { Streams } from './events/streams.ts'
import { historyRoutes } from './history/routes.ts'
import { HistoryEntry } from './history/schema.ts'
import { requireToken, requireTokenOrTicket } from './http/authentication.ts'
import { registerBodies } from './http/body.ts'
import { consoleRoutes } from './http/console.ts'
import { registerCors } from './http/cors.ts'
import { docsRoutes } from './http/docs.ts'
import { registerEntities } from './http/entities.ts'
import { registerErrors } from './http/errors.ts'
import { registerEtags } from './http/etags.ts'
import { registerIdempotency } from './http/idempotency.ts'
import { registerLinks } from './http/links.ts'
import { registerMethods } from './http/methods.ts'
import { registerOpenapi } from './http/openapi.ts'
import { pictureRoutes } from './http/pictures.ts'
import { registerPolling } from './http/polling.ts'
import { createRateLimit, limitRequests, type RateLimit } from './http/rate-limit.ts'
import { renderedOutputRoutes } from './http/rendered-outputs.ts'
import { reportFileRoutes } from './http/report-files.ts'
import { logRequests } from './http/request-log.ts'
import { createServer, type Tls } from './http/server.ts'
import { registerUnreadable } from './http/unreadable.ts'
import { verifyRoutes } from './http/verify.ts'
import { registerVersions } from './http/versions.ts'
import type { Intake } from './images/create-image.ts'
import { imageRoutes } from './images/routes.ts'
import { Image } from './images/schema.ts'
import { inspectionRoutes } from './inspections/routes.ts'
import { Inspection, InspectionSummary } from './inspections/schema.ts'
import { Part } from './parts/schema.ts'
import type { App } from './platform/app.ts'
import type { ContextParts } from './platform/context.ts'
import type { Egress } from './platform/egress.ts'
import { createGate, type Gate } from './platform/gate.ts'
import type { Identity } from './platform/identity.ts'
import type { Log } from './platform/log.ts'
import type { Metrics } from './platform/metrics.ts'
import { EstimateAnswer } from './pricing/estimate-answer.ts'
import { estimateRoutes } from './pricing/estimate-routes.ts'
import { pricingRoutes } from './pricing/routes.ts'
import { Pricing } from './pricing/schema.ts'
import { RenderedOutput } from './renderings/schema.ts'
import { reportRoutes } from './reports/routes.ts'
import { Report, ReportState } from './reports/schema.ts'
import { severityRoutes } from './severities/routes.ts'
import { Severity } from './severities/schema.ts'
import { taskRoutes } from './tasks/routes.ts'
import { Task, TaskReplay } from './tasks/schema.ts'
import { vehicleRoutes } from './vehicles/routes.ts'
import { Vehicle } from './vehicles/schema.ts'
import { viewRoutes } from './views/routes.ts'
import { View } from './views/schema.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import { WebhookDelivery, WebhookEndpoint } from './webhooks/schema.ts'
import { WheelAnalysis } from './wheels/schema.ts'

export type AppParts = ContextParts & {
  identity: Pick<Identity, 'verify'>
  intake: Intake
  /** Asked whether a receiver's address can be one; it also sends test events. */
  webhookEgress: Egress
  streams: Streams
  log: Log
  metrics: Metrics
  tls?: Tls
}

// Thumbnails and rendered outputs are made in this process, which has other work: a few at once, the others wait their turn.
const THUMBNAILS = { atOnce: 2, waitingMax: 200, waitMsMax: 10_000 }
// Each waits for a receiver that may take 15 seconds.
const WEBHOOK_TESTS = { atOnce: 8, waitingMax: 8, waitMsMax: 5_000 }

export async function buildApp(parts: AppParts): Promise<App> {
  const { config, log, metrics } = parts
  const app = createServer(log, config.PUBLIC_URL, parts.tls)
  app.setValidatorCompiler(({ schema, httpPart }) => {
    const check = compileSchema(
      schema,
      httpPart === 'querystring' ? 'query' : httpPart === 'body' ? 'body' : 'params',
    )
    return (value: unknown) => ({ value: check(value) })
  })
  registerErrors(app, config)
  logRequests(app, log, metrics)
  await registerCors(app)
  await registerOpenapi(app)
  // Of hooks of one kind the first registered is the first to run: a stored answer is the wire form, and an
  // entity tag is that of the bytes which are sent.
  registerUnreadable(app, config.PUBLIC_URL)
  registerMethods(app)
  registerBodies(app, config)
  registerVersions(app)
  registerIdempotency(app)
  registerLinks(app, config)
  registerPolling(app)
  registerEntities(app)
  registerEtags(app)
  for (const schema of [
    Damage,
    Document,
    EstimateAnswer,
    HistoryEntry,
    Image,
    Inspection,
    InspectionSummary,
    Part,
    Pricing,
    ProblemBody,
    RenderedOutput,
    Report,
    ReportState,
    Severity,
    Task,
    TaskReplay,
    Vehicle,
    View,
    WebhookDelivery,
    WebhookEndpoint,
    WheelAnalysis,
  ])
    app.addSchema(schema)
  docsRoutes(app, config)
  consoleRoutes(app, config)
  const gates = { thumbnails: createGate(THUMBNAILS), webhookTests: createGate(WEBHOOK_TESTS) }
  const perMinute = config.RATE_LIMIT_PER_MINUTE
  const limit = perMinute ? createRateLimit(perMinute, parts.clock) : null
  await app.register(
    async (scope) => routes(scope.withTypeProvider<TypeBoxTypeProvider>(), parts, gates, limit),
    {
      prefix: '/v1',
    },
  )
  // Clients may be configured without the version; the document shows it once.
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.schema = { ...route.schema, hide: true }
    })
    await routes(scope.withTypeProvider<TypeBoxTypeProvider>(), parts, gates, limit)
  })
  return app
}

type Gates = { thumbnails: Gate; webhookTests: Gate }

async function routes(app: App, parts: AppParts, gates: Gates, limit: RateLimit | null): Promise<void> {
  const { thumbnails, webhookTests } = gates
  pictureRoutes(app, parts, parts.log, thumbnails)
  renderedOutputRoutes(app, parts, parts.log, thumbnails)
  reportFileRoutes(app, parts, parts.log)
  verifyRoutes(app, parts.cells)
  await app.register(async (plain) => {
    const scope = plain.withTypeProvider<TypeBoxTypeProvider>()
    requireTokenOrTicket(scope, parts, parts.identity, parts.log)
    if (limit) limitRequests(scope, limit)
    streamRoutes(scope, parts.streams)
  })
  await app.register(async (plain) => {
    const scope = plain.withTypeProvider<TypeBoxTypeProvider>()
    requireToken(scope, parts, parts.identity, parts.log)
    if (limit) limitRequests(scope, limit)
    inspectionRoutes(scope, parts.intake, parts.webhookEgress)
    taskRoutes(scope)
    imageRoutes(scope, parts.intake)
    vehicleRoutes(scope)
    damageRoutes(scope)
    viewRoutes(scope, parts.intake)
    pricingRoutes(scope)
    estimateRoutes(scope)
    severityRoutes(scope)
    historyRoutes(scope)
    webhookRoutes(scope, parts.webhookEgress, webhookTests)
    streamTicketRoutes(scope)
    reportRoutes(scope)
  })
}
