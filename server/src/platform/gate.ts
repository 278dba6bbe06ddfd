/** So many wait, or this one has waited so long, that its client is better served by trying again. */
export class GateFull extends Error {}

export type Gate = <T>(work: () => Promise<T>) => Promise<T>

/** Lets only so many pieces of work run at once; others wait for their turn, not too many and not for ever. */
export function createGate(options: { atOnce: number; waitingMax: number; waitMsMax: number }): Gate {
  let running = 0
  const waiting = new Set<() => void>()

  async function enter(): Promise<void> {
    if (running < options.atOnce) {
      running++
      return
    }
    if (waiting.size >= options.waitingMax) throw new GateFull()
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(go)
        reject(new GateFull())
      }, options.waitMsMax)
      const go = () => {
        clearTimeout(timer)
        waiting.delete(go)
        resolve()
      }
      waiting.add(go)
    })
  }

  // The place goes to whoever waits longest; it is free only when nobody does.
  function leave(): void {
    const [next] = waiting
    if (next) next()
    else running--
  }

  return async (work) => {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
