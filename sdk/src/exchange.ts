import type { Client } from './client.ts'
import { errorOf, WalkaroundError } from './errors.ts'
import { pause, retryDelayMs } from './retry.ts'

export type CallOptions = {
  /** Ends the call, and everything it waits for. */
  signal?: AbortSignal
  /** How long one attempt may go without a sign of life. */
  timeoutMs?: number
  headers?: Record<string, string>
}

export type WriteOptions = CallOptions & {
  /** Names the write: repeats with the same key have no further effect. Random unless given. */
  idempotencyKey?: string
}

export type VersionedOptions = WriteOptions & {
  /** Change only this version of the thing; fails with `version_stale` where it has changed since. */
  version?: number
}

export type Request = {
  method: string
  url: string
  headers: Headers
  body: Blob | string | undefined
}

export type Answer = { status: number; header: (name: string) => string | null; body: Blob }

/** One attempt. `alive` is called at every sign of life. */
export type Transport = (
  client: Client,
  request: Request,
  signal: AbortSignal,
  alive: () => void,
) => Promise<Answer>

export type Plan = {
  method: string
  /** A path of the service, or a whole address that opens without a token. */
  path: string
  query?: object | undefined
  body?: { type: string; content: Blob | string } | undefined
  isOpen?: boolean
  transport?: Transport
}

/** A process of the service that died with a key in its hand gives it back after half a minute. */
const KEY_RUNNING_MS_MAX = 60_000

/** Asks until there is an answer, renews the token, and throws what cannot be helped. */
export async function exchange(client: Client, plan: Plan, options: VersionedOptions = {}): Promise<Answer> {
  const request = requestOf(client, plan, options)
  const startedMs = Date.now()
  let tries = 0
  let isRenewed = false
  let isCorrected = false
  let token = plan.isOpen ? undefined : await withAbort(client.tokens.get(), options.signal)
  for (;;) {
    if (token !== undefined) await authorize(client, request, token)
    const outcome = await attempt(client, plan.transport ?? fetchTransport, request, options)
    if (!(outcome instanceof WalkaroundError)) return outcome
    if (outcome.code === 'token_expired' && token !== undefined && !isRenewed) {
      isRenewed = true
      token = await withAbort(client.tokens.renew(token), options.signal)
      if (token !== undefined) continue
    }
    if (outcome.problem.reason === 'time' && client.prover && !isCorrected) {
      isCorrected = true
      client.prover.setTime(String(outcome.problem.now))
      continue
    }
    const isWaiting =
      outcome.code === 'idempotency_key_running' && Date.now() - startedMs < KEY_RUNNING_MS_MAX
    if (!isWaiting) tries += 1
    const delayMs = retryDelayMs(outcome, Math.max(tries, 1))
    if (delayMs === undefined || tries > client.retries) throw outcome
    await pause(delayMs, options.signal)
  }
}

/** The proof is made anew for every attempt: an old one no longer counts. */
async function authorize(
  { prover }: Client,
  { method, url, headers }: Request,
  token: string,
): Promise<void> {
  headers.set('authorization', `${prover ? 'DPoP' : 'Bearer'} ${token}`)
  if (prover) headers.set('dpop', await prover.prove(method, url, token))
}

function requestOf(client: Client, plan: Plan, options: VersionedOptions): Request {
  const { method, path, body } = plan
  const url = new URL(path.startsWith('/') ? client.baseUrl + path : path)
  for (const [key, value] of Object.entries(plan.query ?? {}))
    if (value !== undefined && value !== null) url.searchParams.set(key, String(value))
  // What no header can hold is a mistake of the caller, and is thrown here; later it would pass for a broken line.
  const headers = new Headers({ accept: 'application/json', ...options.headers })
  if (body) headers.set('content-type', body.type)
  if (method !== 'GET') headers.set('idempotency-key', options.idempotencyKey ?? randomKey())
  if (options.version !== undefined) headers.set('if-match', `"${options.version}"`)
  return { method, url: url.href, headers, body: body?.content }
}

/** Not crypto.randomUUID, which pages without TLS do not have. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

async function attempt(
  client: Client,
  transport: Transport,
  request: Request,
  { signal, timeoutMs = client.timeoutMs }: CallOptions,
): Promise<Answer | WalkaroundError> {
  signal?.throwIfAborted()
  const controller = new AbortController()
  const abort = () => controller.abort()
  signal?.addEventListener('abort', abort)
  let isLate = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const alive = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      isLate = true
      abort()
    }, timeoutMs)
  }
  alive()
  try {
    const answer = await transport(client, request, controller.signal, alive)
    if (answer.status < 400) return answer
    return errorOf(answer.status, answer.header, await answer.body.text())
  } catch (cause) {
    signal?.throwIfAborted()
    const [code, message] = isLate
      ? (['timed_out', `No response within ${timeoutMs} ms`] as const)
      : (['network_failed', 'The service could not be reached, or the connection was lost'] as const)
    return new WalkaroundError({ code, message, retryable: true, cause })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

async function fetchTransport(
  client: Client,
  request: Request,
  signal: AbortSignal,
  alive: () => void,
): Promise<Answer> {
  const { url, body, ...init } = request
  const response = await client.fetch(url, { ...init, signal, ...(body === undefined ? {} : { body }) })
  return readAnswer(response, alive)
}

/** To its end, so that an answer that was cut off counts as none. */
export async function readAnswer(response: Response, alive: () => void): Promise<Answer> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const reader = response.body?.getReader()
  for (;;) {
    alive()
    const next = await reader?.read()
    if (!next || next.done) break
    chunks.push(next.value)
  }
  const type = response.headers.get('content-type') ?? ''
  return {
    status: response.status,
    header: (name) => response.headers.get(name),
    body: new Blob(chunks, { type }),
  }
}

/** A token may take long to come; whoever aborts does not wait for it. */
function withAbort<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort)
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
