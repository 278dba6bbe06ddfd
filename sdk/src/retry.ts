import type { WalkaroundError } from './errors.ts'

const FIRST_MS = 250
const MOST_MS = 10_000
/** Whoever is told to wait longer than this should decide for themselves. */
const RETRY_AFTER_S_MAX = 120

/** How long to wait before the next try; undefined where none makes sense. Grows, with chance, as callers fail together. */
export function retryDelayMs(
  { retryable, retryAfterS }: Pick<WalkaroundError, 'retryable' | 'retryAfterS'>,
  tries: number,
  chance: () => number = Math.random,
): number | undefined {
  if (!retryable) return undefined
  const backOffMs = Math.min(MOST_MS, FIRST_MS * 2 ** (tries - 1)) * (0.5 + chance() / 2)
  if (retryAfterS === undefined) return backOffMs
  if (retryAfterS > RETRY_AFTER_S_MAX) return undefined
  return Math.max(backOffMs, retryAfterS * 1000 * (1 + chance() / 10))
}

export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(end, ms)
    function end() {
      signal?.removeEventListener('abort', abort)
      resolve()
    }
    function abort() {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', abort, { once: true })
  })
}
