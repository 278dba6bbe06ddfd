import type { ErrorCode } from './api-types.ts'

/** What can go wrong on the way, without an answer of the service. */
export type ClientErrorCode =
  /** The connection was refused, cut or could not be made. */
  | 'network_failed'
  /** No answer in time. */
  | 'timed_out'
  /** An answer that is not the service's, such as a page of a proxy. */
  | 'answer_unreadable'
  /** `waitForTask`: the task ended in ERROR. */
  | 'task_failed'
  /** `verifyWebhook`: it does not come from the service, or is too old. */
  | 'webhook_invalid'

/** Codes of a newer service are texts this version does not know. */
export type WalkaroundErrorCode = ErrorCode | ClientErrorCode | (string & {})

export type FieldError = { field: string; message: string }

export type ErrorDetails = {
  code: WalkaroundErrorCode
  message: string
  status?: number
  errors?: readonly FieldError[]
  requestId?: string | undefined
  retryable?: boolean
  retryAfterS?: number | undefined
  problem?: Record<string, unknown>
  cause?: unknown
}

/** Everything that fails is one of these; only an aborted call throws the reason of its signal instead. */
export class WalkaroundError extends Error {
  override readonly name = 'WalkaroundError'
  /** Branch on this. */
  readonly code: WalkaroundErrorCode
  /** Of the answer; undefined where there was none. */
  readonly status: number | undefined
  /** Which field is wrong, and why. */
  readonly errors: readonly FieldError[]
  /** Names the request in the service's log. */
  readonly requestId: string | undefined
  /** Whether the very same call may go well later. */
  readonly retryable: boolean
  readonly retryAfterS: number | undefined
  /** The error as the service sent it (RFC 9457), with members such as `permission` or `limit_bytes`. */
  readonly problem: Record<string, unknown>

  constructor(details: ErrorDetails) {
    super(details.message, { cause: details.cause })
    this.code = details.code
    this.status = details.status
    this.errors = details.errors ?? []
    this.requestId = details.requestId
    this.retryable = details.retryable ?? false
    this.retryAfterS = details.retryAfterS
    this.problem = details.problem ?? {}
  }
}

const GATEWAY = new Set([408, 429, 502, 503, 504])

/** Also a proxy in between answers, and not with a problem. */
export function errorOf(
  status: number,
  header: (name: string) => string | null,
  text: string,
): WalkaroundError {
  const problem = readObject(text)
  const { code, message, detail, errors, retryable, request_id } = problem
  const known = typeof code === 'string'
  const title = typeof message === 'string' ? message : `The service responded with status ${status}`
  return new WalkaroundError({
    code: known ? code : 'answer_unreadable',
    message: typeof detail === 'string' ? `${title}. ${detail}` : title,
    status,
    errors: Array.isArray(errors) ? errors : [],
    requestId: typeof request_id === 'string' ? request_id : (header('x-request-id') ?? undefined),
    retryable: retryable === true || GATEWAY.has(status),
    retryAfterS: readRetryAfter(header('retry-after')),
    problem,
  })
}

/** Seconds or a date (RFC 9110, 10.2.3). */
export function readRetryAfter(value: string | null, nowMs = Date.now()): number | undefined {
  if (!value) return undefined
  if (/^\d+$/.test(value.trim())) return Number(value)
  const atMs = Date.parse(value)
  return Number.isNaN(atMs) ? undefined : Math.max(0, Math.ceil((atMs - nowMs) / 1000))
}

function readObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
