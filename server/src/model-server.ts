import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { openModels } from './analysis/inference/open-models.ts'
import { serveModels } from './analysis/inference/serve-models.ts'
import { onStopSignal } from './core/platform/lifecycle.ts'
import { createLog } from './core/platform/log.ts'
import { createMetrics } from './core/platform/metrics.ts'
import { loadConfig, openTracer } from './process-parts.ts'

// A machine that only runs models needs no database, no object store and no keys.
const config = loadConfig([
  'MODELS_DIR',
  'INFERENCE_THREADS',
  'INFERENCE_TIMEOUT_MS',
  'MODEL_SERVER_HOST',
  'MODEL_SERVER_PORT',
  'MODEL_SERVER_BYTES_MAX',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'LOG_LEVEL',
])
const log = createLog(config.LOG_LEVEL, 'model-server')
const metrics = createMetrics('model-server')
const models = await openModels({ ...config, INFERENCE_URL: undefined }, log, {
  observe: (model, seconds) => metrics.inference.observe({ model }, seconds),
})
const tracer = openTracer(config, { role: 'model-server', log, metrics })
const server = serveModels({ models, bytesMax: config.MODEL_SERVER_BYTES_MAX, log, metrics, tracer })
server.listen(config.MODEL_SERVER_PORT, config.MODEL_SERVER_HOST)
await once(server, 'listening')
// A listening TCP server has this form of address; only pipes have a string.
const { port } = server.address() as AddressInfo
log.info({ port, faults: models.findFaults() }, 'model server ready')

onStopSignal(log, async () => {
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  await closed
  await models.close()
  await tracer?.close()
})
