import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from './context.ts'

/** Clients give up after 15 s, whatever came before included; without a result by then they ask again later. */
export const WAIT_MS_MAX = 12_000
const POLL_MS_MAX = 400
// Not everything that is waited for is an event of its own.
const LISTEN_MS_MAX = 1_000

/**
 * Looks at once, and again whenever something happens to the inspection, until it is done or the time is over. Where nobody
 * hears of events, it looks again and again, less and less often.
 */
export async function waitUntil(
  { clock, hub }: Pick<Context, 'clock' | 'hub'>,
  inspectionId: string,
  untilMs: number,
  isDone: () => Promise<boolean>,
): Promise<void> {
  for (let stepMs = 50; ; stepMs = Math.min(stepMs * 1.5, POLL_MS_MAX)) {
    const leftMs = untilMs - clock.nowMs()
    if (leftMs <= 0) return
    // Before looking: what happens while we look must not be missed.
    const change = hub
      ? hub.changed(inspectionId, Math.min(leftMs, LISTEN_MS_MAX))
      : delay(Math.min(leftMs, stepMs))
    if (await isDone()) return
    await change
  }
}
