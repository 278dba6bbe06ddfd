import { createServer, type Server } from 'node:http'
import type { Metrics } from '../platform/metrics.ts'

/** Names what keeps the process from working, or nothing. */
export type FindFaults = () => Promise<string[]>

/** The second listener, for operators: alive, ready, metrics. It never shows rows, names or secrets. */
export async function listenForOperations(options: {
  host: string
  port: number
  findFaults: FindFaults
  metrics: Metrics
}): Promise<Server> {
  const server = createServer((request, response) => {
    answerTo(request.url ?? '', options).then(
      (answer) => response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  return server
}

async function answerTo(url: string, { findFaults, metrics }: { findFaults: FindFaults; metrics: Metrics }) {
  const json = (status: number, value: object) => ({
    status,
    type: 'application/json',
    body: JSON.stringify(value),
  })
  if (url === '/livez') return json(200, { status: 'ok' })
  if (url === '/metrics')
    return { status: 200, type: metrics.registry.contentType, body: await metrics.registry.metrics() }
  if (url !== '/readyz') return json(404, { message: 'there are /livez, /readyz and /metrics here' })
  const faults = await findFaults()
  return json(faults.length === 0 ? 200 : 503, { status: faults.length === 0 ? 'ok' : 'not ready', faults })
}
