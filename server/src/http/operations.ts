import { createServer, type Server } from 'node:http'
import type { Metrics } from '../platform/metrics.ts'

/** Names what keeps the process from working, or nothing. */
export type FindFaults = () => Promise<string[]>

/** The second listener, for operators: alive, ready, metrics. It never shows rows, names or secrets. */
export async function listenForOperations(options: {
  host: string
  port: number
  findFaults: FindFaults
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

async function answerTo(url: string, { findFaults, findNotices = () => [], metrics }: Options) {
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
  const faults = await findFaults()
  const notices = findNotices()
  return json(faults.length === 0 ? 200 : 503, {
    status: faults.length === 0 ? 'ok' : 'not ready',
    faults,
    ...(notices.length > 0 ? { notices } : {}),
  })
}
