import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Log } from '../../core/platform/log.ts'
import type { Metrics } from '../../core/platform/metrics.ts'
import type { Span, Tracer } from '../../core/platform/traces.ts'
import { CallsFull } from './batch-calls.ts'
import { TensorsRefused } from './check-tensors.ts'
import type { Manifest } from './manifest.ts'
import { type Model, ModelNotInstalled, type Models, ModelUnavailable } from './model.ts'
import {
  DATATYPES,
  decodeMessage,
  encodeResponse,
  HEADER_LENGTH,
  InferRequest,
  type Message,
  MessageRefused,
} from './oip-messages.ts'

type Answer =
  | { status: number; json: unknown }
  | { status: 200; text: string; type: string }
  | { status: 200; message: Message }

class Refused extends Error {
  status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const MODEL_PATH = /^\/v2\/models\/([^/]+)(?:\/versions\/([^/]+))?(?:\/(ready|infer))?$/

/** The models over HTTP, in the Open Inference Protocol v2. Whoever reaches it may use it: it knows no callers. */
export function serveModels(options: {
  models: Models
  bytesMax: number
  log: Log
  metrics: Metrics
  tracer?: Tracer | null
}): Server {
  const server = createServer((request, response) => {
    const span = startSpan(request, options.tracer)
    answerTo(request, options)
      .catch((error: unknown) => answerOf(error, options.log))
      .then((answer) => {
        send(response, answer)
        span?.end(
          { 'http.response.status_code': answer.status },
          answer.status >= 500 ? `${answer.status}` : undefined,
        )
      })
      .catch((error: unknown) => options.log.warn({ err: error }, 'an answer could not be sent'))
  })
  server.on('error', (error) => options.log.warn({ err: error }, 'model server: no connection accepted'))
  return server
}

/** Calls of models only: health and metrics are asked every few seconds. */
function startSpan(request: IncomingMessage, tracer: Tracer | null | undefined): Span | null {
  if (!tracer || request.method !== 'POST') return null
  const route = '/v2/models/{name}/infer'
  return tracer.start(`POST ${route}`, 'server', request.headers.traceparent, {
    'http.request.method': 'POST',
    'http.route': route,
  })
}

async function answerTo(
  request: IncomingMessage,
  { models, bytesMax, metrics }: { models: Models; bytesMax: number; metrics: Metrics },
): Promise<Answer> {
  const path = new URL(request.url ?? '/', 'http://models').pathname
  const [, name, version, action] = MODEL_PATH.exec(path) ?? []
  const method = action === 'infer' ? 'POST' : 'GET'
  if (request.method !== method) throw new Refused(405, `this is asked with ${method}`)
  if (path === '/v2')
    return { status: 200, json: { name: 'walkaround', version: '1', extensions: ['binary_tensor_data'] } }
  if (path === '/v2/health/live') return { status: 200, json: { live: true } }
  if (path === '/v2/health/ready') {
    const faults = models.findFaults()
    return { status: faults.length === 0 ? 200 : 400, json: { ready: faults.length === 0, faults } }
  }
  if (path === '/metrics')
    return { status: 200, text: await metrics.registry.metrics(), type: metrics.registry.contentType }
  if (name === undefined) throw new Refused(404, 'there is nothing at this path')
  const model = modelOf(models, decode(name), version === undefined ? undefined : decode(version))
  if (action === 'ready') return { status: 200, json: { name: model.manifest.name, ready: true } }
  if (action === undefined) return { status: 200, json: metadataOf(model.manifest) }
  const headerLength = request.headers[HEADER_LENGTH]
  return infer(
    model,
    await readBody(request, bytesMax),
    typeof headerLength === 'string' ? headerLength : undefined,
  )
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new Refused(400, 'the path is not encoded as UTF-8')
  }
}

function modelOf(models: Models, name: string, version: string | undefined): Model {
  const model = models.get(name)
  if (version !== undefined && version !== model.manifest.version)
    throw new Refused(404, `there is no version ${version} of ${name}`)
  return model
}

function metadataOf({ name, version, inputs, outputs }: Manifest) {
  const describe = (specs: Manifest['inputs']) =>
    specs.map(({ name, type, shape }) => ({
      name,
      datatype: DATATYPES[type],
      shape: shape.map((length) => (typeof length === 'number' ? length : -1)),
    }))
  return {
    name,
    versions: [version],
    platform: 'onnxruntime_onnx',
    inputs: describe(inputs),
    outputs: describe(outputs),
  }
}

async function infer(model: Model, body: Buffer, headerLength: string | undefined): Promise<Answer> {
  const { message, tensors } = decodeMessage(InferRequest, 'inputs', body, headerLength)
  const { name, version, outputs: specs } = model.manifest
  const wanted = message.outputs ?? specs.map((spec) => ({ name: spec.name, parameters: undefined }))
  for (const output of wanted)
    if (!specs.some((spec) => spec.name === output.name))
      throw new Refused(400, `there is no output ${output.name}`)
  const results = await model.infer(tensors)
  const outputs = wanted.flatMap((output) => {
    const tensor = results[output.name]
    const binary = (output.parameters?.binary_data ?? message.parameters?.binary_data_output) === true
    return tensor ? [{ name: output.name, tensor, binary }] : []
  })
  const head = { model_name: name, model_version: version }
  return {
    status: 200,
    message: encodeResponse(message.id === undefined ? head : { ...head, id: message.id }, outputs),
  }
}

async function readBody(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const tooLarge = () => new Refused(413, `a body has at most ${bytesMax} bytes`)
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) throw tooLarge()
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > bytesMax) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, bytes)
}

function answerOf(error: unknown, log: Log): Answer {
  const refuse = (status: number, message: string) => ({ status, json: { error: message } })
  if (error instanceof Refused) return refuse(error.status, error.message)
  if (error instanceof MessageRefused || error instanceof TensorsRefused) return refuse(400, error.message)
  if (error instanceof ModelNotInstalled) return refuse(404, error.message)
  if (error instanceof ModelUnavailable) return refuse(503, error.message)
  if (error instanceof CallsFull) return refuse(503, error.message)
  log.warn({ err: error }, 'a call to a model failed')
  return refuse(500, 'the model failed; the log of the server says why')
}

function bodyOf(answer: Answer): Message & { type: string } {
  if ('json' in answer)
    return { type: 'application/json', header: Buffer.from(JSON.stringify(answer.json)), chunks: [] }
  if ('text' in answer) return { type: answer.type, header: Buffer.from(answer.text), chunks: [] }
  const isBinary = answer.message.chunks.length > 0
  return { type: isBinary ? 'application/octet-stream' : 'application/json', ...answer.message }
}

function send(response: ServerResponse, answer: Answer): void {
  const { type, header, chunks } = bodyOf(answer)
  const length = chunks.reduce((sum, chunk) => sum + chunk.byteLength, header.length)
  response.writeHead(answer.status, {
    'content-type': type,
    'content-length': length,
    ...(chunks.length === 0 ? {} : { [HEADER_LENGTH]: String(header.length) }),
    // What is left of a refused body is not read.
    ...(answer.status === 413 ? { connection: 'close' } : {}),
  })
  response.write(header)
  for (const chunk of chunks) response.write(chunk)
  response.end()
}
