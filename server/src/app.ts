import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { ProblemBody } from './core/contracts/schema.ts'
import { compileSchema } from './core/contracts/validation.ts'
import type { App } from './core/platform/app.ts'
import type { ContextParts } from './core/platform/context.ts'
import type { Egress } from './core/platform/egress.ts'
import { createGates } from './core/platform/gates.ts'
import type { Identity } from './core/platform/identity.ts'
import type { Log } from './core/platform/log.ts'
import { type Metrics, observeQuotaUse } from './core/platform/metrics.ts'
import type { Tracer } from './core/platform/traces.ts'
import { createUploadSlots } from './core/platform/upload-slots.ts'
import { damageRoutes } from './findings/damages/routes.ts'
import { Damage } from './findings/damages/schema.ts'
import { Document } from './findings/documents/schema.ts'
import { estimateRoutes } from './findings/estimates/routes.ts'
import { EstimateAnswer } from './findings/estimates/schema.ts'
import { Part } from './findings/parts/schema.ts'
import { pricingRoutes } from './findings/pricing/routes.ts'
import { Pricing } from './findings/pricing/schema.ts'
import { renderedOutputRoutes } from './findings/renderings/routes.ts'
import { RenderedOutput } from './findings/renderings/schema.ts'
import { severityRoutes } from './findings/severities/routes.ts'
import { Severity } from './findings/severities/schema.ts'
import { viewRoutes } from './findings/views/routes.ts'
import { View } from './findings/views/schema.ts'
import { WheelAnalysis } from './findings/wheels/schema.ts'
import { admitBodies } from './http/admit-bodies.ts'
import { registerAnswerHeaders } from './http/answer-headers.ts'
import { captureAppRoutes } from './http/apps/capture-app-routes.ts'
import { consoleRoutes } from './http/apps/console-routes.ts'
import { auditRequests } from './http/audit-requests.ts'
import { requireToken, requireTokenOrTicket } from './http/authentication.ts'
import { registerBodies } from './http/body.ts'
import { registerCors } from './http/cors.ts'
import { docsRoutes } from './http/documentation/docs-routes.ts'
import { registerEntities } from './http/entities.ts'
import { registerErrors } from './http/errors.ts'
import { registerEtags } from './http/etags.ts'
import { registerIdempotency } from './http/idempotency.ts'
import { registerLinks } from './http/links.ts'
import { registerMethods } from './http/methods.ts'
import { documentOf, registerOpenapi } from './http/openapi/openapi.ts'
import { registerPolling } from './http/polling.ts'
import { createRateLimit, type Limits, limitRequests } from './http/rate-limit.ts'
import { logRequests } from './http/request-log.ts'
import { registerSerializer } from './http/serializer.ts'
import { createServer, type Tls } from './http/server.ts'
import { takeTurns } from './http/take-turns.ts'
import { traceRequests } from './http/trace-requests.ts'
import { registerUnreadable } from './http/unreadable.ts'
import { registerVersions } from './http/versions.ts'
import { streamRoutes, streamTicketRoutes } from './inspection/events/routes.ts'
import type { Streams } from './inspection/events/streams.ts'
import { historyRoutes } from './inspection/history/routes.ts'
import { HistoryEntry } from './inspection/history/schema.ts'
import type { Intake } from './inspection/images/create-image.ts'
import { pictureRoutes } from './inspection/images/picture-routes.ts'
import { imageRoutes } from './inspection/images/routes.ts'
import { Image, PictureSettings } from './inspection/images/schema.ts'
import { pictureSettingRoutes } from './inspection/images/settings-routes.ts'
import { taskRoutes } from './inspection/tasks/routes.ts'
import { Task, TaskReplay } from './inspection/tasks/schema.ts'
import { vehicleRoutes } from './inspection/vehicles/routes.ts'
import { TimelineEntry, Vehicle } from './inspection/vehicles/schema.ts'
import { captureProfileRoutes } from './intake/capture/profile-routes.ts'
import { CaptureProfile } from './intake/capture/profile-schema.ts'
import { captureRoutes } from './intake/capture/routes.ts'
import { Capture, CaptureLink, CapturePictureState } from './intake/capture/schema.ts'
import { captureSessionRoutes } from './intake/capture/session-routes.ts'
import { inspectionRoutes } from './intake/inspections/routes.ts'
import { Inspection, InspectionSummary } from './intake/inspections/schema.ts'
import { comparisonRoutes } from './outputs/comparisons/routes.ts'
import {
  Comparison,
  ComparisonPlace,
  ComparisonSettings,
  ComparisonSighting,
  ComparisonSummary,
} from './outputs/comparisons/schema.ts'
import { actAsObjectionLink, objectionPageRoutes } from './outputs/objections/page-routes.ts'
import { objectionRoutes } from './outputs/objections/routes.ts'
import { Objection, ObjectionLink, ObjectionSettings } from './outputs/objections/schema.ts'
import { reportFileRoutes } from './outputs/reports/report-file-routes.ts'
import { reportRoutes } from './outputs/reports/routes.ts'
import { Report, ReportState } from './outputs/reports/schema.ts'
import { verifyRoutes } from './outputs/reports/verify-routes.ts'
import { webhookRoutes } from './outputs/webhooks/routes.ts'
import { WebhookDelivery, WebhookEndpoint } from './outputs/webhooks/schema.ts'
import { AuditRecorder } from './privacy/audit/recorder.ts'
import { auditRoutes } from './privacy/audit/routes.ts'
import { AuditCheckpoint, AuditEntry } from './privacy/audit/schema.ts'
import { erasureRoutes } from './privacy/erasures/routes.ts'
import { Erasure } from './privacy/erasures/schema.ts'
import { exportRoutes } from './privacy/exports/routes.ts'
import { holdRoutes } from './privacy/holds/routes.ts'
import { Hold } from './privacy/holds/schema.ts'
import { retentionRoutes } from './privacy/retention/routes.ts'
import { Retention, RetentionPreview } from './privacy/retention/schema.ts'
import { administrationRoutes } from './tenancy/administration/routes.ts'
import { AdministrationEvent } from './tenancy/administration/schema.ts'
import type { QuotaCache } from './tenancy/quotas/quota-cache.ts'
import { quotaRoutes } from './tenancy/quotas/routes.ts'
import { Quotas } from './tenancy/quotas/schema.ts'

export type AppParts = ContextParts & {
  quotas: QuotaCache
  identity: Pick<Identity, 'verify'>
  intake: Pick<Intake, 'decoder' | 'egress'>
  /** Asked whether a receiver's address can be one; it also sends test events. */
  webhookEgress: Egress
  streams: Streams
  log: Log
  metrics: Metrics
  /** Left out where nothing is traced. */
  tracer?: Tracer | null
  tls?: Tls
}

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
  registerSerializer(app)
  registerErrors(app, config)
  traceRequests(app, parts.tracer ?? null)
  logRequests(app, log, metrics)
  await registerCors(app)
  await registerOpenapi(app)
  // Of hooks of one kind the first registered is the first to run: a stored answer is the wire form, and an
  // entity tag is that of the bytes which are sent.
  registerAnswerHeaders(app)
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
    AdministrationEvent,
    AuditCheckpoint,
    AuditEntry,
    Comparison,
    ComparisonPlace,
    ComparisonSettings,
    ComparisonSighting,
    ComparisonSummary,
    Capture,
    CaptureLink,
    CapturePictureState,
    CaptureProfile,
    Damage,
    Document,
    Erasure,
    Hold,
    Retention,
    RetentionPreview,
    EstimateAnswer,
    HistoryEntry,
    Image,
    Inspection,
    InspectionSummary,
    Objection,
    ObjectionLink,
    ObjectionSettings,
    Part,
    PictureSettings,
    Pricing,
    ProblemBody,
    Quotas,
    RenderedOutput,
    Report,
    ReportState,
    Severity,
    Task,
    TaskReplay,
    TimelineEntry,
    Vehicle,
    View,
    WebhookDelivery,
    WebhookEndpoint,
    WheelAnalysis,
  ])
    app.addSchema(schema)
  docsRoutes(app, config, () => documentOf(app))
  consoleRoutes(app, config, log)
  captureAppRoutes(app, config, log)
  observeQuotaUse(metrics, (count) => parts.quotas.largestUses(count))
  const doors = openDoors(parts)
  await app.register(async (scope) => routes(scope.withTypeProvider<TypeBoxTypeProvider>(), parts, doors), {
    prefix: '/v1',
  })
  await app.register(async (scope) => pages(scope.withTypeProvider<TypeBoxTypeProvider>(), parts, doors))
  return app
}

type Doors = ReturnType<typeof openDoors>

/** What everybody passes who wants something of this process. */
function openDoors(parts: AppParts) {
  const gates = createGates(parts.config)
  const perMinute = parts.config.RATE_LIMIT_PER_MINUTE
  const limits: Limits = { ...parts, callers: perMinute ? createRateLimit(perMinute, parts.clock) : null }
  const places = createUploadSlots(parts.config, parts.quotas)
  const intake = { ...parts.intake, gate: gates.decoder, places }
  parts.metrics.watchGates([...Object.values(gates), ...places.gates])
  return { gates, limits, places, intake, recorder: new AuditRecorder(parts) }
}

/** For people without an account, outside of the interface. */
function pages(app: App, parts: AppParts, { gates, limits, places, intake, recorder }: Doors): void {
  auditRequests(app, recorder)
  actAsObjectionLink(app, parts, parts.log)
  limitRequests(app, limits)
  takeTurns(app, gates, parts.config)
  admitBodies(app, places, parts.config)
  objectionPageRoutes(app, { ...parts, decoding: intake, gate: gates.captureSessions })
}

async function routes(app: App, parts: AppParts, doors: Doors): Promise<void> {
  const { gates, limits, places, intake, recorder } = doors
  auditRequests(app, recorder)
  pictureRoutes(app, parts, parts.log, gates.pictures)
  renderedOutputRoutes(app, parts, parts.log, gates.pictures)
  reportFileRoutes(app, parts, parts.log)
  verifyRoutes(app, parts.cells)
  captureSessionRoutes(app, parts, parts.log, gates.captureSessions)
  await app.register(async (plain) => {
    const scope = plain.withTypeProvider<TypeBoxTypeProvider>()
    requireTokenOrTicket(scope, parts, parts.identity, parts.log)
    limitRequests(scope, limits)
    takeTurns(scope, gates, parts.config)
    streamRoutes(scope, parts.streams)
  })
  await app.register(async (plain) => {
    const scope = plain.withTypeProvider<TypeBoxTypeProvider>()
    requireToken(scope, parts, parts.identity, parts.log)
    limitRequests(scope, limits)
    // Whoever waits for a turn is not read from, and must not be taken for slow.
    takeTurns(scope, gates, parts.config)
    admitBodies(scope, places, parts.config)
    inspectionRoutes(scope, intake, parts.webhookEgress)
    taskRoutes(scope)
    imageRoutes(scope, intake)
    pictureSettingRoutes(scope)
    vehicleRoutes(scope)
    damageRoutes(scope)
    viewRoutes(scope, intake)
    pricingRoutes(scope)
    estimateRoutes(scope)
    severityRoutes(scope)
    historyRoutes(scope)
    webhookRoutes(scope, parts.webhookEgress, gates.webhookTests)
    quotaRoutes(scope)
    administrationRoutes(scope)
    auditRoutes(scope)
    captureRoutes(scope, intake)
    captureProfileRoutes(scope)
    erasureRoutes(scope)
    holdRoutes(scope)
    exportRoutes(scope, gates.exports)
    retentionRoutes(scope)
    streamTicketRoutes(scope)
    reportRoutes(scope, gates.pdfs)
    comparisonRoutes(scope)
    objectionRoutes(scope)
  })
}
