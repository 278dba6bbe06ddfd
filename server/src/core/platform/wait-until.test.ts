import { describe, expect, it } from 'vitest'
import { waitUntil } from './wait-until.ts'

/** A clock that goes on only while somebody waits, and a hub at which things happen at given times. */
function world(events: number[]) {
  let nowMs = 0
  const log: string[] = []
  const clock = { nowMs: () => nowMs }
  const hub = {
    changed: (inspectionId: string, ms: number): Promise<boolean> => {
      log.push(`listens to ${inspectionId} at ${nowMs}`)
      const next = events.find((atMs) => atMs > nowMs && atMs <= nowMs + ms)
      const endMs = next ?? nowMs + ms
      // The time passes only when it is waited for, so after the look.
      return Promise.resolve().then(async () => {
        await Promise.resolve()
        nowMs = endMs
        return next !== undefined
      })
    },
  }
  const looks: number[] = []
  const until = (doneAtMs: number) => async () => {
    log.push(`looks at ${nowMs}`)
    looks.push(nowMs)
    return nowMs >= doneAtMs
  }
  return { clock, hub, log, looks, until }
}

describe('waitUntil', () => {
  it('listens before it looks, and looks again when something has happened', async () => {
    const { clock, hub, log, until } = world([300, 450])
    await waitUntil({ clock, hub }, 'i1', 10_000, until(450))
    const expected = [0, 300, 450].flatMap((atMs) => [`listens to i1 at ${atMs}`, `looks at ${atMs}`])
    expect(log).toEqual(expected)
  })

  it('looks once a second where nothing is heard, and no longer than it may', async () => {
    const { clock, hub, looks, until } = world([])
    await waitUntil({ clock, hub }, 'i1', 2_500, until(Number.POSITIVE_INFINITY))
    expect(looks).toEqual([0, 1_000, 2_000])
  })

  it('does not look at all without time', async () => {
    const { clock, hub, looks, until } = world([])
    await waitUntil({ clock, hub }, 'i1', 0, until(0))
    expect(looks).toEqual([])
  })

  it('looks again and again where nobody hears of events', async () => {
    const startedMs = performance.now()
    let looks = 0
    await waitUntil(
      { clock: { nowMs: () => performance.now() }, hub: null },
      'i1',
      startedMs + 5_000,
      async () => {
        looks += 1
        return looks === 4
      },
    )
    // 50, 75 and 112.5 ms lie between four looks.
    expect(performance.now() - startedMs).toBeGreaterThan(200)
  })
})
