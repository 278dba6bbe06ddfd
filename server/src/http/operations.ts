import { createServer, type Server } from 'node:http'
import type { Degradation } from '../core/platform/degradation.ts'
import type { Metrics } from '../core/platform/metrics.ts'

/** Names what keeps the process from working, or nothing. */
export type FindFaults = () => Promise<string[]>

/**
 * The second listener, for operators: alive, ready, metrics. It never shows rows, names or secrets. A process that lacks
 * something it can do without is degraded, which is ready: no balancer may take all of them out at once.
 */
export async function listenForOperations(options: {
  host: string
  port: number
  findFaults: FindFaults
  findDegradation?: () => Promise<Degradation | null>
  /** What an operator should know although the process is ready. */
  findNotices?: () => string[]
  metrics: Metrics
}): Promise<Server> {
  const server = createServer((request, response) => {
    answerTo(request.url ?? '', options).then(
      (answer) =>
        response
          .writeHead(answer.status, { 'content-type': answer.type, 'x-content-type-options': 'nosniff' })
          .end(answer.body),
      () => response.writeHead(500).end(),
    )
  })
  // A connection that cannot be accepted, for want of descriptors, must not end the process.
  server.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  return server
}

type Options = Omit<Parameters<typeof listenForOperations>[0], 'host' | 'port'>

async function answerTo(url: string, options: Options) {
  const { metrics } = options
  const json = (status: number, value: object) => ({
    status,
    type: 'application/json',
    body: JSON.stringify(value),
  })
  if (url === '/livez') return json(200, { status: 'ok' })
  if (url === '/metrics')
    return { status: 200, type: metrics.registry.contentType, body: await metrics.registry.metrics() }
  if (url !== '/readyz')
    return json(404, { message: 'Not found. This port serves /livez, /readyz and /metrics.' })
  const { isReady, ...body } = await findReadiness(options)
  return json(isReady ? 200 : 503, body)
}

async function findReadiness({ findFaults, findDegradation, findNotices = () => [] }: Options) {
  const [faults, degradation] = await Promise.all([findFaults(), findDegradation?.()])
  const notices = findNotices()
  const isReady = faults.length === 0
  return {
    isReady,
    status: isReady ? (degradation ? 'degraded' : 'ok') : 'not ready',
    faults: [...faults, ...(degradation ? [degradation.fault] : [])],
    ...(degradation ? { degraded: [degradation] } : {}),
    ...(notices.length > 0 ? { notices } : {}),
  }
}
