import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { buildApp } from './app.ts'
import { createEgress } from './core/platform/egress.ts'
import { onStopSignal } from './core/platform/lifecycle.ts'
import { createLog } from './core/platform/log.ts'
import { createMetrics } from './core/platform/metrics.ts'
import { allowOnlyJpeg } from './core/platform/pictures/pixels.ts'
import { sweepStaleFiles } from './core/platform/stale-files.ts'
import { tablesInForce } from './findings/costs/tables-in-force.ts'
import { listenForOperations } from './http/operations.ts'
import {
  closeParts,
  createDecoder,
  createEvents,
  createIdentity,
  findFaults,
  loadConfig,
  openParts,
  openTracer,
  startJobs,
  watchStorage,
} from './process-parts.ts'

allowOnlyJpeg()
const config = loadConfig()
const log = createLog(config.LOG_LEVEL, 'api')
const metrics = createMetrics('api')
// Corrections are priced here: a table that cannot be used is the operator's to mend, now and not at the first one.
await tablesInForce(config)
const parts = await openParts(config, 'api', log)
metrics.watchDatabase(parts.cell.database)
metrics.watchDisk(config.TEMPORARY_DIR)
metrics.watchGates([parts.cell.database.gate, parts.cell.storage.gate])

const findDegradation = watchStorage(parts.cell, parts.clock)
metrics.watchDegradation(findDegradation)
let phase: 'starting' | 'running' | 'draining' = 'starting'
const findOwnFaults = async () => [...(phase === 'running' ? [] : [phase]), ...(await findFaults(parts.cell))]
metrics.watchReadiness(findOwnFaults)
const operations = await listenForOperations({
  host: config.OPERATIONS_HOST,
  port: config.OPERATIONS_PORT,
  findFaults: findOwnFaults,
  findDegradation,
  metrics,
})
await startJobs(parts.cell, log)
const stopSweeping = await sweepStaleFiles(config.TEMPORARY_DIR, parts.clock, log)

const decoder = createDecoder(config, log, metrics)
const tracer = openTracer(config, { role: 'api', log, metrics })
const egress = createEgress({ allowHttp: config.DOWNLOAD_ALLOW_HTTP })
const webhookEgress = createEgress({ allowHttp: config.WEBHOOK_ALLOW_HTTP })
const identity = createIdentity(config, parts.clock, metrics)
const { hub, streams } = createEvents(config, { ...parts, metrics, log })
await hub.start()
const tls =
  config.TLS_CERTIFICATE_FILE && config.TLS_KEY_FILE
    ? { tls: { cert: readFileSync(config.TLS_CERTIFICATE_FILE), key: readFileSync(config.TLS_KEY_FILE) } }
    : {}
const app = await buildApp({
  ...parts,
  identity,
  intake: { decoder, egress },
  webhookEgress,
  hub,
  streams,
  log,
  metrics,
  tracer,
  ...tls,
})

await app.listen({ host: config.API_HOST, port: config.API_PORT })
phase = 'running'
log.info({ host: config.API_HOST, port: config.API_PORT, tls: 'tls' in tls }, 'api listening')

onStopSignal(log, async () => {
  phase = 'draining'
  stopSweeping()
  streams.drain()
  await delay(config.DRAIN_WAIT_MS)
  await Promise.race([app.close(), delay(20_000)])
  await decoder.close()
  egress.close()
  webhookEgress.close()
  await hub.close()
  await tracer?.close()
  await closeParts(parts.cell, 1_000)
  operations.close()
})
