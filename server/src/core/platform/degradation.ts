import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from './clock.ts'

/** Something this process can do without: it stays ready, and says what does not work meanwhile. */
export type Degradation = {
  dependency: string
  fault: string
  affects: string
  /** When this process first noticed. */
  since: string
}

/** Balancers give up on a health check after a second. */
const PATIENCE_MS = 500

/**
 * Watches a dependency that the process can do without. A dependency that hangs must not hold up the answer that the process
 * is ready, so a slow probe goes on by itself and the last result stands in for it.
 */
export function watchDependency(options: {
  dependency: string
  affects: string
  findFault: () => Promise<string | null>
  clock: Clock
  patienceMs?: number
}): () => Promise<Degradation | null> {
  const { dependency, affects, findFault, clock, patienceMs = PATIENCE_MS } = options
  let last: { degradation: Degradation | null } | undefined
  let running: Promise<void> | undefined

  async function probe(): Promise<void> {
    const fault = await findFault()
    const since = last?.degradation?.since ?? new Date(clock.nowMs()).toISOString()
    last = { degradation: fault === null ? null : { dependency, fault, affects, since } }
    running = undefined
  }

  return async () => {
    running ??= probe()
    if (last === undefined) await running
    else await Promise.race([running, delay(patienceMs, undefined, { ref: false })])
    return last?.degradation ?? null
  }
}
