import { createContext } from '../src/core/platform/context.ts'
import { createEgress } from '../src/core/platform/egress.ts'
import { Hints } from '../src/core/platform/hints.ts'
import { onStopSignal } from '../src/core/platform/lifecycle.ts'
import { createLog } from '../src/core/platform/log.ts'
import { createMetrics } from '../src/core/platform/metrics.ts'
import { listenForOperations } from '../src/http/operations.ts'
import { Sender } from '../src/outputs/webhooks/send-deliveries.ts'
import { loadConfig, openParts } from '../src/process-parts.ts'

// The sender of a worker without the rest of it, so that a campaign can kill it a hundred times. One loopback address
// plays the public internet, and the clock of this process is days ahead: it decides nothing.
// Use: node webhook-sender.ts '{"public": "127.0.0.2", "ports": [8000], "attemptMsMax": 1000}'

type Options = { public: string; ports: number[]; attemptMsMax: number }
// Written by the campaign that starts this.
const options = JSON.parse(process.argv[2] ?? '{}') as Options

const WRONG_BY_MS = 10 * 24 * 3_600_000
const config = loadConfig()
const log = createLog(config.LOG_LEVEL, 'webhook-sender')
const metrics = createMetrics('worker')
const parts = await openParts(config, 'worker', log)
const { database } = parts.cell
const clock = { nowMs: () => Date.now() + WRONG_BY_MS }
const hints = new Hints({ url: config.DATABASE_URL, applicationName: 'walkaround sender events', log })
const egress = createEgress({
  allowHttp: true,
  ports: options.ports,
  judge: (address) => address === options.public,
})
const sender = new Sender({
  database,
  contextOf: (org_id) =>
    createContext({ ...parts, clock }, { subject: 'worker', org_id, permissions: new Set() }, log),
  egress,
  hints,
  log,
  metrics,
  attemptMsMax: options.attemptMsMax,
})
const operations = await listenForOperations({
  host: config.OPERATIONS_HOST,
  port: config.WORKER_OPERATIONS_PORT,
  findFaults: async () => [await database.findFault()].filter((fault) => fault !== null),
  metrics,
})
sender.start()

onStopSignal(log, async () => {
  await sender.close(1_000)
  await hints.close()
  await database.close()
  operations.close()
})
