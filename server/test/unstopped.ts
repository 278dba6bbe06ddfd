const stops = new Set<() => Promise<void>>()

/** Returns what says that it was stopped. */
export function noteStarted(stop: () => Promise<void>): () => void {
  stops.add(stop)
  return () => stops.delete(stop)
}

/** A file that does not stop its service would leave it to the next one: it is stopped here, and the file fails. */
export async function requireStopped(): Promise<void> {
  if (stops.size === 0) return
  for (const stop of stops) await stop()
  throw new Error('left running: a service. Call its `stop` in `afterAll`.')
}
