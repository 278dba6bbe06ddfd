import { setImmediate as nextTurn } from 'node:timers/promises'

const TURN_MS_MAX = 8

/** Maps many items without keeping the process from its other requests for long. */
export async function mapInTurns<I, O>(items: readonly I[], map: (item: I) => O): Promise<O[]> {
  const mapped: O[] = []
  let startedMs = performance.now()
  for (const item of items) {
    mapped.push(map(item))
    if (performance.now() - startedMs < TURN_MS_MAX) continue
    await nextTurn()
    startedMs = performance.now()
  }
  return mapped
}
