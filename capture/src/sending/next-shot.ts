import type { Shot } from '../kept/shots.ts'

/** When a shot that failed may be tried again. Not stored: after a reload every shot is tried at once. */
export type Pauses = ReadonlyMap<number, number>

/** The first photo that may go. One that fails lets others pass, but never a later one of its own place. */
export function nextShot(shots: readonly Shot[], pauses: Pauses, nowMs: number): Shot | undefined {
  const waiting = shots.filter(({ state }) => state === 'kept').toSorted((a, b) => a.number - b.number)
  const blocked = new Set<string>()
  for (const shot of waiting) {
    if (!blocked.has(shot.place) && (pauses.get(shot.number) ?? 0) <= nowMs) return shot
    blocked.add(shot.place)
  }
  return undefined
}

const FIRST_MS = 1_000
const MOST_MS = 60_000

/** Grows with each failure, with chance: phones in one car park lose their signal together. */
export function backOffMs(failures: number, chance: () => number = Math.random): number {
  return Math.min(MOST_MS, FIRST_MS * 2 ** (failures - 1)) * (0.5 + chance() / 2)
}
