import { analyzeImage } from './analysis/analyze-image.job.ts'
import { checkImage } from './analysis/check-image.job.ts'
import { findBystandersOnImage } from './analysis/find-bystanders-on-image.ts'
import { finishTask } from './analysis/finish-task.job.ts'
import { giveUpImage } from './analysis/give-up-image.job.ts'
import { openModels } from './analysis/inference/open-models.ts'
import { traceModels } from './analysis/inference/trace-models.ts'
import { runReplay } from './analysis/replay-task.job.ts'
import { REQUIRED_MODELS } from './analysis/task-analyses.ts'
import type { AnalysisContext } from './analysis/working-picture.ts'
import { MODEL_AUTHOR } from './core/contracts/findings.ts'
import type { JobName, JobPayloads } from './core/contracts/jobs.ts'
import { createContext } from './core/platform/context.ts'
import { createEgress } from './core/platform/egress.ts'
import { Hints } from './core/platform/hints.ts'
import type { WorkOptions } from './core/platform/jobs.ts'
import { onStopSignal } from './core/platform/lifecycle.ts'
import { createLog } from './core/platform/log.ts'
import { createMetrics } from './core/platform/metrics.ts'
import { allowOnlyJpeg } from './core/platform/pictures/pixels.ts'
import { sweepStaleFiles } from './core/platform/stale-files.ts'
import type { Span } from './core/platform/traces.ts'
import { tablesInForce } from './findings/costs/tables-in-force.ts'
import { deleteOldIdempotencyKeys } from './http/idempotency-store.ts'
import { listenForOperations } from './http/operations.ts'
import { listAbandonedUploads } from './inspection/images/abandoned-uploads.ts'
import { sweepUpload } from './inspection/images/sweep-uploads.job.ts'
import { failReplay } from './inspection/tasks/fail-replay.job.ts'
import { failTask } from './inspection/tasks/fail-task.job.ts'
import { foldInspectionCounts } from './intake/inspections/fold-inspection-counts.ts'
import { compareInspections } from './outputs/comparisons/compare-inspections.job.ts'
import { compareReturn } from './outputs/comparisons/compare-return.job.ts'
import { failComparison } from './outputs/comparisons/fail-comparison.job.ts'
import { findObjectionBystanders } from './outputs/objections/find-objection-bystanders.job.ts'
import { failReport } from './outputs/reports/fail-report.job.ts'
import { makeReport, type ReportContext } from './outputs/reports/make-report.job.ts'
import { Typesetter } from './outputs/reports/pdf/typesetter.ts'
import { openSigner } from './outputs/reports/signing/open-signer.ts'
import { deleteOldWebhookDeliveries, WEBHOOK_AGE_DAYS_MAX } from './outputs/webhooks/delete-old-deliveries.ts'
import { Sender } from './outputs/webhooks/send-deliveries.ts'
import { listAuditsWithoutCheckpoint, makeCheckpoint } from './privacy/audit/make-checkpoints.job.ts'
import { deleteRemovedAuditEntries, removeAuditEntries } from './privacy/audit/remove-entries.job.ts'
import { eraseData } from './privacy/erasures/erase-data.job.ts'
import { listOpenErasures } from './privacy/erasures/open-erasures.ts'
import { applyRetention, listOrganizationsWithRules } from './privacy/retention/apply-retention.job.ts'
import {
  closeParts,
  findFaults,
  loadConfig,
  openParts,
  openTracer,
  startJobs,
  watchStorage,
} from './process-parts.ts'
import { foldQuotaUsage } from './tenancy/quotas/fold-quota-usage.ts'

allowOnlyJpeg()
const config = loadConfig()
const log = createLog(config.LOG_LEVEL, 'worker')
const metrics = createMetrics('worker')
const parts = await openParts(config, 'worker', log)
const { jobs, database } = parts.cell

metrics.watchDatabase(database)
metrics.watchDisk(config.TEMPORARY_DIR)
metrics.watchQueues(() => jobs.readQueues())
const findDegradation = watchStorage(parts.cell, parts.clock)
metrics.watchDegradation(findDegradation)
let phase: 'starting' | 'running' | 'draining' = 'starting'
const findOwnFaults = async () => [
  ...(phase === 'running' ? [] : [phase]),
  ...(phase === 'starting' ? [] : models.findFaults()),
  ...(await findFaults(parts.cell)),
]
metrics.watchReadiness(findOwnFaults)
const operations = await listenForOperations({
  host: config.OPERATIONS_HOST,
  port: config.WORKER_OPERATIONS_PORT,
  findFaults: findOwnFaults,
  findDegradation,
  findNotices: () => (phase === 'running' ? sender.findNotices() : []),
  metrics,
})
const signer = await openSigner(config, new Date(parts.clock.nowMs()))
const typesetter = new Typesetter()
// A table that cannot be used is the operator's to mend, now and not at the first estimate.
await tablesInForce(config)
const models = await openModels(config, log, {
  required: REQUIRED_MODELS,
  observe: (model, seconds) => metrics.inference.observe({ model }, seconds),
})
await startJobs(parts.cell, log)
const stopSweeping = await sweepStaleFiles(config.TEMPORARY_DIR, parts.clock, log)

const tracer = openTracer(config, { role: 'worker', log, metrics })
const contextOf = (orgId: string, span: Span | null = null): AnalysisContext & ReportContext => ({
  ...createContext(
    parts,
    { subject: MODEL_AUTHOR, org_id: orgId, permissions: new Set() },
    log.child({ org_id: orgId }),
    null,
    span,
  ),
  models: tracer && span ? traceModels(models, tracer, span) : models,
  typesetter,
  signer,
})

/** Only what a traced request began: the others come every minute and tell nothing. */
function startJobSpan(name: string, traceparent: unknown): Span | null {
  if (!tracer || typeof traceparent !== 'string') return null
  return tracer.start(`job ${name}`, 'consumer', traceparent, { 'messaging.destination.name': name })
}

async function work<N extends JobName>(
  name: N,
  options: WorkOptions,
  handle: (ctx: AnalysisContext & ReportContext, payload: JobPayloads[N]) => Promise<void>,
): Promise<void> {
  await jobs.work(name, options, async ({ traceparent, ...payload }) => {
    const end = metrics.jobs.startTimer({ queue: name })
    const span = startJobSpan(name, traceparent)
    try {
      // The payload was written by enqueue() under the same name, from the same table of types.
      await handle(contextOf(payload.org_id, span), payload as unknown as JobPayloads[N])
      end({ outcome: 'done' })
      span?.end()
    } catch (error) {
      end({ outcome: 'failed' })
      span?.end({}, error)
      const trace = span ? { trace_id: span.traceId } : {}
      log.warn({ err: error, queue: name, ...payload, ...trace }, 'job failed')
      throw error
    }
  })
}

const images = {
  concurrency: config.WORKER_CONCURRENCY,
  batch: 4,
  fair: true,
  // A model server runs their calls as one. The threads of this process do not, and more pictures only take memory.
  together: config.INFERENCE_URL !== undefined,
}
const SWEEP_SIZE = 50
const SWEEP_PASSES_MAX = 200
const TIDY_SIZE = 5_000
const ERASURES_AT_ONCE = 100
const TIDY_PASSES_MAX = 200
await work('check_image', images, checkImage)
await work('analyze_image', images, analyzeImage)
await work('find_bystanders', { concurrency: 1, batch: 4, fair: true }, findBystandersOnImage)
await work('find_objection_bystanders', { concurrency: 1, batch: 4, fair: true }, findObjectionBystanders)
await work('finish_task', { concurrency: 1, batch: 20 }, finishTask)
await work('check_image_failed', { concurrency: 1, batch: 20 }, giveUpImage)
await work('analyze_image_failed', { concurrency: 1, batch: 20 }, failTask)
await work('finish_task_failed', { concurrency: 1, batch: 20 }, failTask)
await work('replay_task', { concurrency: 1, batch: 1, fair: true }, runReplay)
await work('replay_task_failed', { concurrency: 1, batch: 20 }, failReplay)
await work('make_report', { concurrency: 1, batch: 1, fair: true }, makeReport)
await work('make_report_failed', { concurrency: 1, batch: 20 }, failReport)
await work('compare_inspections', { concurrency: 1, batch: 1, fair: true }, compareInspections)
await work('compare_inspections_failed', { concurrency: 1, batch: 20 }, failComparison)
await work('compare_return', { concurrency: 1, batch: 20 }, compareReturn)
await work('erase_data', { concurrency: 1, batch: 1, fair: true }, eraseData)
await work('continue_erasures', { concurrency: 1, batch: 1 }, async () => {
  // One whose objects cannot be removed now does not hold up the others, and comes again in a minute.
  for (const { org_id, id } of await listOpenErasures(database, ERASURES_AT_ONCE))
    await eraseData(contextOf(org_id), { erasure_id: id }).catch((error: unknown) =>
      log.warn({ err: error, org_id, erasure_id: id }, 'erasure could not go on'),
    )
})
await work('apply_retention', { concurrency: 1, batch: 1 }, async () => {
  for (const { org_id } of await listOrganizationsWithRules(database))
    for (const apply of [applyRetention, removeAuditEntries])
      await apply(contextOf(org_id)).catch((error: unknown) =>
        log.warn({ err: error, org_id }, 'retention rules could not be applied'),
      )
})
await work('make_checkpoints', { concurrency: 1, batch: 1 }, async () => {
  for (const { org_id } of await listAuditsWithoutCheckpoint(database))
    await makeCheckpoint(contextOf(org_id)).catch((error: unknown) =>
      log.warn({ err: error, org_id }, 'no checkpoint of the audit could be made'),
    )
})
await work('sweep_uploads', { concurrency: 1, batch: 1 }, async () => {
  for (let passes = 0; passes < SWEEP_PASSES_MAX; passes++) {
    const abandoned = await listAbandonedUploads(database, config.UPLOAD_GRACE_S, SWEEP_SIZE)
    const swept = await Promise.allSettled(
      abandoned.map((upload) => sweepUpload(contextOf(upload.org_id), upload.image_id)),
    )
    const failed = swept.filter((outcome) => outcome.status === 'rejected')
    metrics.abandonedUploads.inc(swept.length - failed.length)
    // What could not be removed now comes again in a minute; it does not hold up the others.
    if (failed.length > 0)
      log.warn({ count: failed.length, err: failed[0]?.reason }, 'uploads could not be removed')
    if (abandoned.length < SWEEP_SIZE || failed.length === abandoned.length) return
  }
})
await work('tidy_tables', { concurrency: 1, batch: 1 }, async () => {
  const tidy = async (step: () => Promise<number>) => {
    for (let passes = 0; passes < TIDY_PASSES_MAX; passes++) if ((await step()) === 0) return
  }
  await tidy(() => deleteOldIdempotencyKeys(database, config.IDEMPOTENCY_KEY_TTL_S, TIDY_SIZE))
  await tidy(() => foldInspectionCounts(database, TIDY_SIZE))
  await tidy(() => foldQuotaUsage(database, TIDY_SIZE))
  await tidy(() => deleteOldWebhookDeliveries(database, WEBHOOK_AGE_DAYS_MAX, TIDY_SIZE))
  await tidy(() => deleteRemovedAuditEntries(database, TIDY_SIZE))
})
await jobs.schedule('tidy_tables', '* * * * *', { org_id: 'none' })
await jobs.schedule('continue_erasures', '* * * * *', { org_id: 'none' })
await jobs.schedule('apply_retention', '* * * * *', { org_id: 'none' })
await jobs.schedule('make_checkpoints', '* * * * *', { org_id: 'none' })
await jobs.schedule('sweep_uploads', '* * * * *', { org_id: 'none' })

const hints = new Hints({ url: config.DATABASE_URL, applicationName: 'walkaround worker events', log })
const sender = new Sender({
  database,
  contextOf,
  egress: createEgress({ allowHttp: config.WEBHOOK_ALLOW_HTTP }),
  hints,
  log,
  metrics,
  isSending: config.WEBHOOK_SENDING,
})
sender.start()

phase = 'running'
log.info('worker ready')

onStopSignal(log, async () => {
  phase = 'draining'
  stopSweeping()
  await sender.close(5_000)
  await hints.close()
  await closeParts(parts.cell, 25_000)
  await typesetter.close()
  await models.close()
  await tracer?.close()
  operations.close()
})
