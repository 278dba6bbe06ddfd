import type { Egress, Message } from '../../core/platform/egress.ts'
import { asRefused } from '../../core/platform/egress-refused.ts'
import { resourceBehind } from '../../core/platform/out-of-resources.ts'

export const STATUS_CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const
export type StatusClass = (typeof STATUS_CLASSES)[number]

/** All that somebody may know of an attempt without an answer: anything finer would make a port scanner of it. */
export const ATTEMPT_ERRORS = ['timeout', 'unreachable', 'not_sent'] as const
export type AttemptError = (typeof ATTEMPT_ERRORS)[number]

export const LATENCIES = ['under_100_ms', 'under_1_s', 'under_5_s', 'over_5_s'] as const
export type Latency = (typeof LATENCIES)[number]

export const ATTEMPT_MS_MAX = 15_000
const CONNECT_MS_MAX = 10_000
/** Who answers within this time is quick. */
const QUICK_MS = 5_000

/** What became of one attempt. */
export type Outcome = {
  status: number | null
  error: AttemptError | null
  retryAfter: string | null
  latencyMs: number
  /** For the log of the operator. */
  reason: string
}

export const isSuccess = ({ status }: Outcome): boolean => status !== null && status >= 200 && status < 300
export const isQuick = (outcome: Outcome): boolean => isSuccess(outcome) && outcome.latencyMs < QUICK_MS
/** The receiver says that it will never want messages again. */
export const isGone = ({ status }: Outcome): boolean => status === 410

export function statusClassOf({ status }: Outcome): StatusClass | null {
  if (status === null) return null
  return STATUS_CLASSES[Math.min(Math.max(Math.floor(status / 100), 1), STATUS_CLASSES.length) - 1] ?? null
}

export function latencyOf({ latencyMs }: Outcome): Latency {
  if (latencyMs < 100) return 'under_100_ms'
  if (latencyMs < 1_000) return 'under_1_s'
  return latencyMs < QUICK_MS ? 'under_5_s' : 'over_5_s'
}

/** What could not even be made into a message. */
export const notSent = (reason: string): Outcome => ({
  status: null,
  error: 'not_sent',
  retryAfter: null,
  latencyMs: 0,
  reason,
})

/** Sends a message once. Resolves to null when the process is stopping and nobody knows whether it arrived. */
export async function attempt(
  egress: Pick<Egress, 'post'>,
  url: string,
  message: Message,
  totalMs = ATTEMPT_MS_MAX,
): Promise<Outcome | null> {
  const startedMs = performance.now()
  try {
    const limits = { totalMs, connectMs: Math.min(CONNECT_MS_MAX, totalMs) }
    const { status, retryAfter, latencyMs } = await egress.post(url, message, limits)
    return { status, error: null, retryAfter, latencyMs, reason: `answered ${status}` }
  } catch (error) {
    // We lack descriptors or memory, which says nothing about the receiver.
    const resource = resourceBehind(error)
    if (resource) return notSent(resource)
    const { reason } = asRefused(error)
    if (reason === 'closed') return null
    const latencyMs = performance.now() - startedMs
    return {
      status: null,
      error: reason === 'timeout' ? 'timeout' : 'unreachable',
      retryAfter: null,
      latencyMs,
      reason,
    }
  }
}
