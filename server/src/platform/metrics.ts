import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Degradation } from './degradation.ts'
import type { FairGate } from './fair-gate.ts'

/** What a process counts. Read at /metrics of its operations listener. */
export function createMetrics(role: string) {
  const registry = new Registry()
  registry.setDefaultLabels({ role })
  collectDefaultMetrics({ register: registry, prefix: 'walkaround_' })
  return {
    registry,
    watchGates: observeGates(registry),
    watchDegradation: (find: () => Promise<Degradation | null>) => observeDegradation(registry, find),
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
    inference: new Histogram({
      name: 'walkaround_inference_seconds',
      help: 'Time a model took for one call, without waiting for a free thread',
      labelNames: ['model'],
      buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10],
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
  return (gates) => void watched.push(...gates)
}

/** For alarms: a degraded process is ready, so no health check reports it. */
function observeDegradation(registry: Registry, find: () => Promise<Degradation | null>): void {
  new Gauge({
    name: 'walkaround_degraded',
    help: '1 while a dependency does not answer that the process can do without: /readyz names it, else 0',
    registers: [registry],
    async collect() {
      this.set((await find()) === null ? 0 : 1)
    },
  })
}

/** One number for each quota, however many organizations there are. */
export function observeQuotaUse({ registry }: Metrics, read: () => Record<string, number>): void {
  new Gauge({
    name: 'walkaround_quota_use_ratio',
    help: 'The largest share of a quota that any organization uses, of those this process has served',
    labelNames: ['quota'],
    registers: [registry],
    collect() {
      for (const [quota, ratio] of Object.entries(read())) this.set({ quota }, ratio)
    },
  })
}
