import { Pool } from 'undici'
import { answerBytesMax } from './answer-size.ts'
import type { Manifest } from './manifest.ts'
import { decodeMessage, encodeRequest, HEADER_LENGTH, InferResponse, MessageRefused } from './oip-messages.ts'
import { type Runtime, RuntimeUnreachable } from './runtime.ts'
import type { Tensors } from './tensor.ts'

const CONNECT_TIMEOUT_MS = 3_000
const ERROR_CHARACTERS_MAX = 300

/** Models run by a server that speaks the Open Inference Protocol v2 with binary tensors: Triton, KServe, our own. */
export function createOipClient(options: { url: string; timeoutMs: number; callsMax: number }): Runtime {
  const { origin, pathname } = new URL(options.url)
  const base = pathname.replace(/\/$/, '')
  const pool = new Pool(origin, {
    connections: options.callsMax,
    pipelining: 1,
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: options.timeoutMs,
    bodyTimeout: options.timeoutMs,
  })

  async function post(path: string, calls: readonly Tensors[], bytesMax: number, traceparent?: string) {
    const { header, chunks } = encodeRequest(calls)
    const answer = await pool.request({
      path: `${base}${path}`,
      method: 'POST',
      headers: {
        'content-type': 'application/octet-stream',
        [HEADER_LENGTH]: String(header.length),
        ...(traceparent ? { traceparent } : {}),
      },
      body: Buffer.concat([header, ...chunks]),
      signal: AbortSignal.timeout(options.timeoutMs),
    })
    const body = await readBody(answer.body, bytesMax)
    return { status: answer.statusCode, headers: answer.headers, body }
  }

  async function run(model: Manifest, calls: readonly Tensors[], traceparent?: string): Promise<Tensors> {
    const path = `/v2/models/${encodeURIComponent(model.name)}/versions/${encodeURIComponent(model.version)}/infer`
    const ask = () => post(path, calls, answerBytesMax(model, calls), traceparent)
    const answer = await ask()
      // A server may close a connection at the moment it is used again. Running a model twice harms nobody.
      .catch((error: unknown) => (isClosedConnection(error) ? ask() : Promise.reject(error)))
      .catch((cause: unknown) => {
        throw new RuntimeUnreachable(unreachableText(cause, options.timeoutMs), { cause })
      })
    if (answer.status !== 200) throw refusal(model.name, answer.status, answer.body)
    const headerLength = answer.headers[HEADER_LENGTH]
    return readTensors(answer.body, typeof headerLength === 'string' ? headerLength : undefined)
  }

  return { callsMax: options.callsMax, rowsMax: 4, run, close: () => pool.destroy() }
}

class AnswerTooLarge extends Error {}

async function readBody(body: AsyncIterable<Buffer>, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > bytesMax)
      throw new AnswerTooLarge(`the model server answers more than the ${bytesMax} bytes of such a model`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, bytes)
}

/** Some servers answer 200 with an empty body, or with a page of a proxy, while they start. */
function readTensors(body: Buffer, headerLength: string | undefined): Tensors {
  try {
    return decodeMessage(InferResponse, 'outputs', body, headerLength).tensors
  } catch (cause) {
    if (!(cause instanceof MessageRefused)) throw cause
    throw new RuntimeUnreachable(`the model server gave no answer that can be read: ${cause.message}`, {
      cause,
    })
  }
}

function isClosedConnection(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && /^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/.test(`${error.code}`)
  )
}

function unreachableText(cause: unknown, timeoutMs: number): string {
  if (cause instanceof AnswerTooLarge) return cause.message
  const isTimeout = cause instanceof Error && /timeout/i.test(`${cause.name} ${cause.message}`)
  return isTimeout
    ? `the model server did not answer within ${timeoutMs} ms`
    : 'the model server cannot be reached'
}

/** A server that is loading answers 404 or 400 for a model, too. Only a call that is too large will always be. */
function refusal(name: string, status: number, body: Buffer): Error {
  const text = body.toString('utf8').slice(0, ERROR_CHARACTERS_MAX)
  const message = `the model server answered ${status} for ${name}: ${text}`
  return status === 413 ? new Error(message) : new RuntimeUnreachable(message)
}
