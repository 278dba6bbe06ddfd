import { Pool } from 'undici'
import { decodeMessage, encodeRequest, HEADER_LENGTH, InferResponse } from './oip-messages.ts'
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

  async function post(path: string, calls: readonly Tensors[]) {
    const { header, chunks } = encodeRequest(calls)
    const answer = await pool.request({
      path: `${base}${path}`,
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream', [HEADER_LENGTH]: String(header.length) },
      body: Buffer.concat([header, ...chunks]),
      signal: AbortSignal.timeout(options.timeoutMs),
    })
    const body = Buffer.from(await answer.body.arrayBuffer())
    return { status: answer.statusCode, headers: answer.headers, body }
  }

  async function run(model: { name: string; version: string }, calls: readonly Tensors[]): Promise<Tensors> {
    const path = `/v2/models/${encodeURIComponent(model.name)}/versions/${encodeURIComponent(model.version)}/infer`
    const answer = await post(path, calls)
      // A server may close a connection at the moment it is used again. Running a model twice harms nobody.
      .catch((error: unknown) => (isClosedConnection(error) ? post(path, calls) : Promise.reject(error)))
      .catch((cause: unknown) => {
        throw new RuntimeUnreachable(unreachableText(cause, options.timeoutMs), { cause })
      })
    if (answer.status !== 200) throw refusal(model.name, answer.status, answer.body)
    const headerLength = answer.headers[HEADER_LENGTH]
    return decodeMessage(
      InferResponse,
      'outputs',
      answer.body,
      typeof headerLength === 'string' ? headerLength : undefined,
    ).tensors
  }

  return { callsMax: options.callsMax, rowsMax: 4, run, close: () => pool.destroy() }
}

function isClosedConnection(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && /^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/.test(`${error.code}`)
  )
}

function unreachableText(cause: unknown, timeoutMs: number): string {
  const isTimeout = cause instanceof Error && /timeout/i.test(`${cause.name} ${cause.message}`)
  return isTimeout
    ? `the model server did not answer within ${timeoutMs} ms`
    : 'the model server cannot be reached'
}

/** A server that is starting, busy or broken may be asked again; one that refuses will refuse again. */
function refusal(name: string, status: number, body: Buffer): Error {
  const text = body.toString('utf8').slice(0, ERROR_CHARACTERS_MAX)
  const message = `the model server answered ${status} for ${name}: ${text}`
  return status >= 500 || status === 429 ? new RuntimeUnreachable(message) : new Error(message)
}
