import { type Choice, type Choosable, chooseOptions, type Guarded, isBetter } from './choose.ts'

/** A recall that is asked for gives way in steps of a hundredth. */
const HUNDREDTHS = 100

export type Found = { choice: Choice; anyThreshold: number; isFloorKept: boolean }
type Tried = { anyThreshold: number; classes: readonly Choosable[] }
type Attempt = { choice: Choice; anyThreshold: number; isKept: boolean }

/**
 * Tries every threshold of any damage. Where the alarms cannot be kept down with the recalls that are asked for, the
 * recalls give way: the highest one, for all classes alike, with which the limit is kept.
 */
export function search(
  anyThresholds: readonly number[],
  classesAt: (anyThreshold: number) => readonly Choosable[],
  guarded: readonly Guarded[],
): Found {
  const tried = anyThresholds.map((anyThreshold) => ({ anyThreshold, classes: classesAt(anyThreshold) }))
  const wanted = (tried[0]?.classes ?? []).map(({ recallMin }) => recallMin)
  // What no option reaches is not asked for, or the other classes would give way in vain.
  const floors = wanted.map((recall, index) => Math.min(recall, recallMax(tried, index)))
  const bestAt = (hundredths: number) =>
    bestWith(
      tried,
      floors.map((floor) => Math.min(floor, hundredths / HUNDREDTHS)),
      guarded,
    )
  let best = bestAt(HUNDREDTHS)
  if (!best.isKept) {
    let [low, high] = [0, HUNDREDTHS]
    best = bestAt(low)
    while (best.isKept && high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      const next = bestAt(middle)
      if (next.isKept) [low, best] = [middle, next]
      else high = middle
    }
  }
  const { choice, anyThreshold } = best
  return {
    choice,
    anyThreshold,
    isFloorKept: choice.chosen.every((option, index) => option.recall >= (wanted[index] ?? 0)),
  }
}

function recallMax(tried: readonly Tried[], index: number): number {
  const recalls = tried.flatMap(({ classes }) => classes[index]?.options.map(({ recall }) => recall) ?? [])
  return Math.max(0, ...recalls)
}

/** The best within the limit and with the floors, else the best there is. */
function bestWith(tried: readonly Tried[], floors: readonly number[], guarded: readonly Guarded[]): Attempt {
  const attempts = tried.map(({ anyThreshold, classes }): Attempt => {
    const choice = chooseOptions(
      classes.map((known, index) => ({ ...known, recallMin: floors[index] ?? 0 })),
      guarded,
    )
    const isKept =
      choice.isFeasible && choice.chosen.every((option, index) => option.recall >= (floors[index] ?? 0))
    return { choice, anyThreshold, isKept }
  })
  const [first, ...others] = attempts
  if (!first) throw new Error('There is no threshold to try.')
  return others.reduce((best, next) => {
    if (next.isKept !== best.isKept) return next.isKept ? next : best
    return isBetter(next.choice, best.choice) ? next : best
  }, first)
}
