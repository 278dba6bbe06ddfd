import { wilson } from './wilson.ts'

/** A figure with the interval that holds 95 % of its values when the pictures are drawn again. Null: not defined. */
export type Figure = { value: number | null; low: number | null; high: number | null; n: number }

/** Figures as a function of how often each unit (a picture) was drawn. NaN where one is not defined. */
export type Statistics<Name extends string> = (weights: ArrayLike<number>) => Record<Name, number>

const DRAWS = 1000
const SEED = 20_240_607

/** Numbers in [0, 1), the same ones for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Draws the units with replacement. `counts` says for each figure how many things it is about. */
export function bootstrap<Name extends string>(
  units: number,
  counts: Record<Name, number>,
  compute: Statistics<Name>,
  draws = DRAWS,
): Record<Name, Figure> {
  const random = randomOf(SEED)
  const weights = new Uint16Array(units)
  const drawn = Array.from({ length: draws }, () => {
    weights.fill(0)
    for (let i = 0; i < units; i++) {
      const unit = Math.floor(random() * units)
      weights[unit] = (weights[unit] ?? 0) + 1
    }
    return compute(weights)
  })
  const once = compute(new Uint16Array(units).fill(1))
  const names = Object.keys(counts) as Name[]
  // Drawing again cannot widen what is the same on every unit: 0 of 28 pictures may still be 1 of 10.
  const unanimous = names.filter((name) => once[name] === 0 || once[name] === 1)
  const about = unitsAbout(unanimous, units, compute)
  const figures = names.map((name): [Name, Figure] => {
    const values = drawn.map((row) => row[name]).filter((value) => !Number.isNaN(value))
    values.sort((a, b) => a - b)
    const units = about[name]
    const { low, high } =
      units === undefined
        ? { low: percentile(values, 0.025), high: percentile(values, 0.975) }
        : wilson(once[name] * units, units)
    return [
      name,
      { value: round(once[name]), low: round(low ?? NaN), high: round(high ?? NaN), n: counts[name] },
    ]
  })
  return Object.fromEntries(figures) as Record<Name, Figure>
}

/** How many units each figure is about: those that give it a value when they are drawn alone. */
function unitsAbout<Name extends string>(
  names: readonly Name[],
  units: number,
  compute: Statistics<Name>,
): Partial<Record<Name, number>> {
  const found: Partial<Record<Name, number>> = {}
  if (names.length === 0) return found
  const weights = new Uint16Array(units)
  for (let unit = 0; unit < units; unit++) {
    weights.fill(0)
    weights[unit] = 1
    const alone = compute(weights)
    for (const name of names) found[name] = (found[name] ?? 0) + (Number.isNaN(alone[name]) ? 0 : 1)
  }
  return found
}

/** Between the two nearest of the sorted values. */
export function percentile(sorted: readonly number[], share: number): number {
  if (sorted.length === 0) return Number.NaN
  const at = share * (sorted.length - 1)
  const below = sorted[Math.floor(at)] ?? Number.NaN
  const above = sorted[Math.ceil(at)] ?? Number.NaN
  return below + (above - below) * (at - Math.floor(at))
}

export const round = (value: number): number | null =>
  Number.isNaN(value) ? null : Math.round(value * 10_000) / 10_000
