const HOUR_S = 3_600

/** Seconds after the attempt before; the first is made at once (Standard Webhooks 1.0, "Retry schedule"). */
export const RETRY_DELAYS_S = [
  0,
  5,
  300,
  1_800,
  2 * HOUR_S,
  5 * HOUR_S,
  10 * HOUR_S,
  14 * HOUR_S,
  20 * HOUR_S,
  24 * HOUR_S,
] as const

/** Of each delay, added at random: what failed together does not come back together. */
const JITTER = 0.2
const RETRY_AFTER_MS_MAX = 24 * HOUR_S * 1_000

/** When to try again after so many attempts, or null when that was the last. */
export function nextAttemptMs(
  attempts: number,
  nowMs: number,
  retryAfter: string | null,
  random: () => number = Math.random,
): number | null {
  const delayS = RETRY_DELAYS_S[attempts]
  if (delayS === undefined) return null
  const delayMs = delayS * 1_000 * (1 + JITTER * random())
  return Math.round(nowMs + Math.max(delayMs, readRetryAfter(retryAfter, nowMs)))
}

/** The milliseconds a receiver asks to be left alone for, at most a day: seconds or a date (RFC 9110, 10.2.3). */
function readRetryAfter(text: string | null, nowMs: number): number {
  if (text === null) return 0
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - nowMs
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), RETRY_AFTER_MS_MAX) : 0
}
