import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** What a process counts. Read at /metrics of its operations listener. */
export function createMetrics(role: string) {
  const registry = new Registry()
  registry.setDefaultLabels({ role })
  collectDefaultMetrics({ register: registry, prefix: 'walkaround_' })
  return {
    registry,
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
  }
}

export type Metrics = ReturnType<typeof createMetrics>
