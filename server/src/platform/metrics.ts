import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

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
    abandonedUploads: new Counter({
      name: 'walkaround_abandoned_uploads_total',
      help: 'Uploads removed without an image',
      registers: [registry],
    }),
  }
}

export type Metrics = ReturnType<typeof createMetrics>
