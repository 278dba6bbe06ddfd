import { setTimeout as delay } from 'node:timers/promises'
import type { Receivers } from './webhook-receivers.ts'
import type { Endpoint, WebhookWorld } from './webhook-world.ts'

/** How long after an event happened its messages come, in milliseconds. */
export async function measureLatency(
  world: WebhookWorld,
  receivers: Receivers,
  endpoints: readonly Endpoint[],
  inspections: readonly string[],
  plan: { events: number; gapMs: number },
): Promise<{ p50: number; p95: number }> {
  const before = receivers.messages.length
  for (let n = 0; n < plan.events; n++) {
    await world.change('alder', inspections[n % inspections.length] ?? '', n)
    await delay(plan.gapMs)
  }
  await world.settle(endpoints, 'all')
  const paths = new Set(endpoints.map(({ path }) => path))
  const latencies = receivers.messages
    .slice(before)
    .filter(({ path }) => paths.has(path))
    .map(({ atMs, happenedMs }) => atMs - happenedMs)
    .toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(latencies[Math.floor(latencies.length * share)] ?? 0)
  return { p50: at(0.5), p95: at(0.95) }
}
