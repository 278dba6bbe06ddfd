import type { Option } from './options.ts'

/** A class to be set. A class that is never shown as a damage raises no alarm. */
export type Choosable = { options: readonly Option[]; raisesAlarms: boolean; recallMin: number }
/** Undamaged pictures that must not raise more alarms than a share of them. */
export type Guarded = { pictures: ReadonlySet<number>; alarmMax: number }
export type Choice = { chosen: Option[]; score: number; alarmRates: number[]; isFeasible: boolean }

const ROUNDS = 8
const HALVINGS = 14
const PRICE_MAX = 64
/** No gain is worth a single alarm. */
const PRICE_OF_ANY = 1000

/**
 * Picks one option a class: the highest mean of steady F1 and IoU whose alarms stay within their limits. Alarms get a price,
 * the classes take turns at choosing, and the lowest price that keeps the limits wins; what room is left is then used up.
 */
export function chooseOptions(classes: readonly Choosable[], guarded: readonly Guarded[]): Choice {
  const allowed = classes.map((known) => {
    const enough = known.options.filter((option) => option.recall >= known.recallMin)
    // When no option finds enough, the one that comes nearest is wanted, whatever it costs.
    const best = Math.max(...known.options.map((option) => option.recall))
    return {
      ...known,
      options: enough.length > 0 ? enough : known.options.filter((option) => option.recall === best),
    }
  })
  const free = settle(allowed, guarded, 0)
  if (free.isFeasible) return free
  let [low, high] = [0, PRICE_MAX]
  let best = settle(allowed, guarded, high)
  for (let step = 0; step < HALVINGS; step++) {
    const price = (low + high) / 2
    const choice = settle(allowed, guarded, price)
    if (choice.isFeasible) high = price
    else low = price
    if (isBetter(choice, best)) best = choice
  }
  if (best.isFeasible) return improve(allowed, guarded, best)
  // The limits cannot be kept: the nearest that was reached becomes the limit, and the best within it is taken.
  const reached = guarded.map(({ pictures, alarmMax }, index) => ({
    pictures,
    alarmMax: Math.max(alarmMax, best.alarmRates[index] ?? 0),
  }))
  const { chosen } = improve(allowed, reached, judge(allowed, reached, best.chosen))
  return judge(allowed, guarded, chosen)
}

export function isBetter(choice: Choice, than: Choice): boolean {
  if (choice.isFeasible !== than.isFeasible) return choice.isFeasible
  return choice.isFeasible ? choice.score > than.score : worstOf(choice) < worstOf(than)
}
const worstOf = (choice: Choice) => Math.max(...choice.alarmRates)

/**
 * With a price on alarms, every class in turn takes its best option until none changes. From the best options alone no
 * class would be the first to give up pictures that the others raise an alarm on as well, so it also starts from the
 * options with the fewest alarms.
 */
function settle(classes: readonly Choosable[], guarded: readonly Guarded[], price: number): Choice {
  const most = settleFrom(classes, guarded, price, 0)
  const fewest = settleFrom(classes, guarded, price, PRICE_OF_ANY)
  return isBetter(fewest, most) ? fewest : most
}

function settleFrom(
  classes: readonly Choosable[],
  guarded: readonly Guarded[],
  price: number,
  priceAtStart: number,
): Choice {
  let chosen = classes.map((known) =>
    bestOf(
      known.options,
      (option) => gainOf(option) - (known.raisesAlarms ? priceAtStart * option.alarms.length : 0),
    ),
  )
  for (let round = 0; round < ROUNDS; round++) {
    const before = chosen
    for (const [index, known] of classes.entries()) {
      const others = alarmsOf(classes, chosen, index)
      const next = bestOf(known.options, (option) => {
        const added = known.raisesAlarms ? option.alarms.filter((picture) => !others.has(picture)) : []
        const costs = guarded.map(
          ({ pictures }) => added.filter((picture) => pictures.has(picture)).length / pictures.size,
        )
        return gainOf(option) - price * costs.reduce((sum, cost) => sum + cost, 0)
      })
      chosen = chosen.with(index, next)
    }
    if (chosen.every((option, index) => option === before[index])) break
  }
  return judge(classes, guarded, chosen)
}

/** Takes any better option of one class that keeps the limits, until there is none. */
function improve(classes: readonly Choosable[], guarded: readonly Guarded[], start: Choice): Choice {
  let best = start
  for (let round = 0; round < ROUNDS; round++) {
    const before = best
    for (const [index, known] of classes.entries()) {
      for (const option of known.options) {
        const choice = judge(classes, guarded, best.chosen.with(index, option))
        if (isBetter(choice, best)) best = choice
      }
    }
    if (best === before) return best
  }
  return best
}

function judge(classes: readonly Choosable[], guarded: readonly Guarded[], chosen: Option[]): Choice {
  const alarms = alarmsOf(classes, chosen, -1)
  const alarmRates = guarded.map(
    ({ pictures }) => [...alarms].filter((picture) => pictures.has(picture)).length / pictures.size,
  )
  return {
    chosen,
    score: chosen.reduce((sum, option) => sum + gainOf(option), 0) / chosen.length,
    alarmRates,
    isFeasible: alarmRates.every((rate, index) => rate <= (guarded[index]?.alarmMax ?? 0)),
  }
}

function alarmsOf(classes: readonly Choosable[], chosen: readonly Option[], except: number): Set<number> {
  return new Set(
    chosen.flatMap((option, index) =>
      index !== except && classes[index]?.raisesAlarms ? option.alarms : [],
    ),
  )
}

const gainOf = (option: Option) => (option.steadyF1 + option.iou) / 2

/**
 * Of equally good ones the middle one, which is farthest from where things change; of useless ones the strictest, so
 * that a class that helped nowhere is not shown at random.
 */
function bestOf(options: readonly Option[], worthOf: (option: Option) => number): Option {
  const worths = options.map(worthOf)
  const most = Math.max(...worths)
  const best = options
    .filter((_, index) => worths[index] === most)
    .sort((a, b) => a.thresholds.present_threshold - b.thresholds.present_threshold)
  const last = best.at(-1)
  if (!last) throw new Error('A class without options cannot be set.')
  return gainOf(last) === 0 ? last : (best[Math.floor(best.length / 2)] ?? last)
}
