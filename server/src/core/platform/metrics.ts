import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from './database.ts'
import type { Degradation } from './degradation.ts'
import type { FairGate } from './fair-gate.ts'
import type { QueueState } from './jobs.ts'
import { observeDisk, observeState, withPatience } from './state-metrics.ts'

/** Organizations are labels by their place in the order of use: their number is bounded, and none is named. */
const RANKS = 3
const PACKAGE = join(import.meta.dirname, '../../../package.json')

/** What a process counts. Read at /metrics of its operations listener. */
export function createMetrics(role: string) {
  const registry = new Registry()
  registry.setDefaultLabels({ role })
  collectDefaultMetrics({ register: registry, prefix: 'walkaround_' })
  observeBuild(registry)
  return {
    registry,
    watchQueues: (read: () => Promise<QueueState[]>) => observeQueues(registry, read),
    watchGates: observeGates(registry),
    // A degraded process is ready, so no health check reports it.
    watchDegradation: (find: () => Promise<Degradation | null>) =>
      observeState(registry, {
        name: 'walkaround_degraded',
        help: '1 while a dependency does not answer that the process can do without: /readyz names it, else 0',
        ask: async () => (await find()) !== null,
      }),
    watchReadiness: (findFaults: () => Promise<string[]>) =>
      observeState(registry, {
        name: 'walkaround_ready',
        help: '1 while /readyz returns 200, else 0',
        ask: async () => (await findFaults()).length === 0,
      }),
    watchDatabase: (database: Pick<Database, 'isAnswering' | 'connections'>) => {
      observeConnections(registry, database)
      observeState(registry, {
        name: 'walkaround_database_up',
        help: '1 while the database answers this process, else 0',
        ask: () => database.isAnswering(),
      })
    },
    watchDisk: (dir: string) => observeDisk(registry, dir),
    requests: new Histogram({
      name: 'walkaround_http_request_seconds',
      help: 'Time from request to answer',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.02, 0.1, 0.3, 1, 3, 10, 30],
      registers: [registry],
    }),
    jobs: new Histogram({
      name: 'walkaround_job_seconds',
      help: 'Time a job took',
      labelNames: ['queue', 'outcome'],
      buckets: [0.01, 0.05, 0.2, 1, 5, 30],
      registers: [registry],
    }),
    decodes: new Histogram({
      name: 'walkaround_decode_seconds',
      help: 'Time to decode a picture, by outcome: decoded, why it was refused, or fault',
      labelNames: ['outcome'],
      buckets: [0.05, 0.1, 0.3, 1, 3, 10],
      registers: [registry],
    }),
    inference: new Histogram({
      name: 'walkaround_inference_seconds',
      help: 'Time a model took for one call, without waiting for a free thread',
      labelNames: ['model'],
      buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10],
      registers: [registry],
    }),
    eventLag: new Histogram({
      name: 'walkaround_event_lag_seconds',
      help: 'Time from the transaction of an event until this process told its streams and waiting requests',
      buckets: [0.05, 0.2, 1, 5, 30, 120],
      registers: [registry],
    }),
    eventStreams: new Gauge({
      name: 'walkaround_event_streams',
      help: 'Event streams that are open',
      registers: [registry],
    }),
    eventStreamEnds: new Counter({
      name: 'walkaround_event_stream_ends_total',
      help: 'Event streams that ended, by reason: slow ones had readers that did not keep up',
      labelNames: ['reason'],
      registers: [registry],
    }),
    abandonedUploads: new Counter({
      name: 'walkaround_abandoned_uploads_total',
      help: 'Uploads removed without an image',
      registers: [registry],
    }),
    issuerFailures: new Counter({
      name: 'walkaround_issuer_failures_total',
      help: 'Attempts to fetch the keys of the issuer that failed, also while the last keys still serve',
      registers: [registry],
    }),
    quotaRefusals: new Counter({
      name: 'walkaround_quota_refusals_total',
      help: 'Requests refused because a quota was used up; the log names the organizations',
      labelNames: ['code'],
      registers: [registry],
    }),
    webhookAttempts: new Counter({
      name: 'walkaround_webhook_attempts_total',
      help: 'Attempts to deliver a webhook or callback, by the class of the answer or why there was none',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    webhookOldestDue: new Gauge({
      name: 'walkaround_webhook_oldest_due_seconds',
      help: 'Time for which the webhook that waits longest could have been sent; 0 when none waits',
      registers: [registry],
    }),
    webhookSending: new Gauge({
      name: 'walkaround_webhook_sending',
      help: '0 where sending is switched off, by WEBHOOK_SENDING or because the database is a copy, else 1',
      registers: [registry],
    }),
    spans: new Counter({
      name: 'walkaround_trace_spans_total',
      help: 'Spans of traces, by outcome: sent to the collector, or dropped because it did not take them',
      labelNames: ['outcome'],
      registers: [registry],
    }),
  }
}

export type Metrics = ReturnType<typeof createMetrics>

/** What stands before each scarce thing. Returns how to add some. */
function observeGates(registry: Registry): (gates: readonly FairGate[]) => void {
  const watched: FairGate[] = []
  const observe = (name: string, help: string, field: 'used' | 'waiting' | 'refused') =>
    new Gauge({
      name,
      help,
      labelNames: ['gate'],
      registers: [registry],
      collect() {
        for (const gate of watched) this.set({ gate: gate.name }, gate.state()[field])
      },
    })
  observe('walkaround_gate_used', 'How much of a scarce thing is in use: places, or bytes', 'used')
  observe('walkaround_gate_waiting', 'Requests that wait for their turn', 'waiting')
  observe('walkaround_gate_refused', 'Requests that were told to try again, since the start', 'refused')
  new Gauge({
    name: 'walkaround_gate_share_ratio',
    help: 'How much of its share of a scarce thing an organization has in use, for those that hold most',
    labelNames: ['gate', 'rank'],
    registers: [registry],
    collect() {
      for (const gate of watched) {
        const shares = gate.largestShares(RANKS)
        for (let rank = 1; rank <= RANKS; rank++) this.set({ gate: gate.name, rank }, shares[rank - 1] ?? 0)
      }
    },
  })
  return (gates) => void watched.push(...gates)
}

function observeBuild(registry: Registry): void {
  const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8'))
  new Gauge({
    name: 'walkaround_build_info',
    help: 'Always 1; the labels say what runs',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version, node: process.version }, 1)
}

function observeConnections(registry: Registry, database: Pick<Database, 'connections'>): void {
  new Gauge({
    name: 'walkaround_database_connections',
    help: 'Connections of the pool of this process, by state; max is DATABASE_CONNECTIONS',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { waiting: _waiting, ...states } = database.connections
      for (const [state, count] of Object.entries(states)) this.set({ state }, count)
    },
  })
  new Gauge({
    name: 'walkaround_database_waiting',
    help: 'Queries of this process that wait for a free connection',
    registers: [registry],
    collect() {
      this.set(database.connections.waiting)
    },
  })
}

/** Numbers of the whole installation: every worker shows the same ones. */
function observeQueues(registry: Registry, read: () => Promise<QueueState[]>): void {
  // One query for all of them, however many are collected at once.
  let reading: Promise<QueueState[]> | undefined
  // While the database does not answer the numbers are unknown, which is none and not 0; the other metrics must come all the same.
  const readOnce = () => {
    reading ??= withPatience(read(), []).finally(() => {
      reading = undefined
    })
    return reading
  }
  const observe = (name: string, help: string, field: 'waiting' | 'active' | 'oldest_s') =>
    new Gauge({
      name,
      help,
      labelNames: ['queue'],
      registers: [registry],
      async collect() {
        const states = await readOnce()
        this.reset()
        for (const state of states) this.set({ queue: state.queue }, state[field])
      },
    })
  observe('walkaround_queue_waiting', 'Jobs that a worker could take now', 'waiting')
  observe('walkaround_queue_active', 'Jobs that workers are running', 'active')
  observe(
    'walkaround_queue_oldest_seconds',
    'Time for which the oldest job could have been taken; 0 when none waits',
    'oldest_s',
  )
}

/** As many numbers for each quota as there are ranks, however many organizations there are. No label names one of them. */
export function observeQuotaUse(
  { registry }: Metrics,
  read: (count: number) => Record<string, number[]>,
): void {
  new Gauge({
    name: 'walkaround_quota_use_ratio',
    help: 'Share of a quota that the organizations use who use most, of those this process has served',
    labelNames: ['quota', 'rank'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [quota, ratios] of Object.entries(read(RANKS)))
        for (const [index, ratio] of ratios.entries()) this.set({ quota, rank: index + 1 }, ratio)
    },
  })
}
