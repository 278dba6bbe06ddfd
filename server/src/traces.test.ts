import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileCache } from '../../testing/compile-cache.ts'
import { freePorts } from '../../testing/ports.ts'
import { createInspection, imageForm, jpeg, waitFor } from '../test/factories.ts'
import { copyModels } from '../test/models.ts'
import { type Service, startOwnService } from '../test/own-service.ts'

type Received = {
  process: string
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  ms: number
  attributes: Record<string, unknown>
}

const models = copyModels(['vehicle-detector'])
const received: Received[] = []
let collector: Server
let service: Service
let modelServer: ChildProcess

/** Reads what the protocol says, as any collector does. */
function receive(body: unknown): void {
  const plain = (pairs: { key: string; value: Record<string, string> }[]) =>
    Object.fromEntries(pairs.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]))
  for (const { resource, scopeSpans } of Object(body).resourceSpans)
    for (const span of scopeSpans.flatMap(({ spans }: { spans: object[] }) => spans)) {
      const ms = Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1e6
      const process = plain(resource.attributes)['service.name']
      received.push({ ...span, process, ms, attributes: plain(span.attributes) })
    }
}

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    receive(await json(request))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  // A listening TCP server has this form of address; only pipes have a string.
  const { port } = collector.address() as AddressInfo
  const [modelPort = 0] = await freePorts(1)
  const settings = {
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `http://127.0.0.1:${port}/v1/traces`,
    MODELS_DIR: models.folder,
  }
  modelServer = spawn(process.execPath, [join(import.meta.dirname, 'model-server.ts')], {
    env: { ...settings, ...compileCache, MODEL_SERVER_PORT: `${modelPort}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of modelServer.stdout ?? []) if (String(line).includes('model server ready')) break
  modelServer.stdout?.resume()
  service = await startOwnService({
    settings: { ...settings, INFERENCE_URL: `http://127.0.0.1:${modelPort}` },
  })
  await service.startWorker()
})
afterAll(async () => {
  await service.stop()
  modelServer.kill('SIGKILL')
  collector.close()
  models.remove()
})

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const CALLER = 'b7ad6b7169203331'

describe('traces', () => {
  it('lead from the caller through the request, its job and the worker to the model server', async () => {
    const id = await createInspection(service, { tasks: { compliances: {} } })
    const headers = { traceparent: `00-${TRACE}-${CALLER}-01` }
    const form = imageForm(await jpeg(1))
    const answer = await service.call('POST', `/inspections/${id}/images`, { form, headers })
    expect(answer.status).toBe(201)
    const spanAt = (process: string, name: RegExp) =>
      received.find((span) => span.traceId === TRACE && span.process === process && name.test(span.name))
    const served = await waitFor('the span of the model server', async () =>
      spanAt('walkaround-model-server', /^POST/),
    )
    const [request, job, call] = [
      await waitFor('the request', async () => spanAt('walkaround-api', /^POST/)),
      await waitFor('the job', async () => spanAt('walkaround-worker', /^job check_image$/)),
      await waitFor('the call', async () => spanAt('walkaround-worker', /^infer vehicle-detector$/)),
    ]
    expect(request.parentSpanId).toBe(CALLER)
    expect(job.parentSpanId).toBe(request.spanId)
    const calls = received.filter(({ name }) => name === call.name).map(({ spanId }) => spanId)
    expect(calls).toContain(served.parentSpanId)
    expect(call.parentSpanId).toBe(job.spanId)
    expect(request).toMatchObject({
      name: 'POST /v1/inspections/:inspection_id/images',
      kind: 2,
      attributes: { 'http.response.status_code': 201, 'http.request.method': 'POST' },
    })
    expect(request.ms).toBeGreaterThan(0)
    expect(job.kind).toBe(5)
    expect(call.kind).toBe(3)
    expect(JSON.stringify(received)).not.toContain(id)
    const line = service
      .logLines()
      .find((text) => text.includes(`"request_id":"${answer.headers.get('x-request-id')}"`))
    expect(JSON.parse(line ?? '{}')).toMatchObject({ trace_id: TRACE })
  })

  it('begin with the request when its caller has none, and are left out when the caller says so', async () => {
    await service.call('GET', '/inspections', { headers: { traceparent: 'nonsense' } })
    await service.call('GET', '/inspections/count', {
      headers: { traceparent: `00-${'1'.repeat(32)}-${CALLER}-00` },
    })
    const root = await waitFor('the span', async () =>
      received.find(({ name }) => name === 'GET /v1/inspections'),
    )
    expect(root.parentSpanId).toBeUndefined()
    expect(root.traceId).toMatch(/^[0-9a-f]{32}$/)
    expect(received.filter(({ traceId }) => traceId === '1'.repeat(32))).toEqual([])
    const text = await service.metrics.registry.metrics()
    expect(text).toMatch(/^walkaround_trace_spans_total\{outcome="sent",.*\} [1-9]/m)
    expect(text).not.toMatch(/^walkaround_trace_spans_total\{outcome="dropped"/m)
  })

  it('are dropped while the collector is away, and hold nobody up', async () => {
    collector.close()
    collector.closeAllConnections()
    const answer = await service.call('GET', '/inspections')
    expect(answer.status).toBe(200)
    await waitFor('the count', async () =>
      /^walkaround_trace_spans_total\{outcome="dropped",.*\} [1-9]/m.test(
        await service.metrics.registry.metrics(),
      ),
    )
    expect(service.logLines().filter((line) => line.includes('traces cannot be sent'))).toHaveLength(1)
  })
})
