import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from './clock.ts'

/** Clients give up after 15 s, whatever came before included; without a result by then they ask again later. */
export const WAIT_MS_MAX = 12_000
const WAIT_STEP_MS_MAX = 400

/** Asks again and again, less and less often, until there is an answer or the time is over. */
export async function waitUntil(
  clock: Clock,
  untilMs: number,
  isDone: () => Promise<boolean>,
): Promise<void> {
  for (let stepMs = 50; clock.nowMs() < untilMs; stepMs = Math.min(stepMs * 1.5, WAIT_STEP_MS_MAX)) {
    if (await isDone()) return
    await delay(stepMs)
  }
}
