import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Models } from '../../src/analysis/inference/model.ts'
import { THRESHOLDS, type Thresholds } from '../../src/outputs/comparisons/method/thresholds.ts'
import type { Scope } from '../damage.ts'
import { type Judged, judgePair, type Observed } from './judge.ts'
import { observeHalf } from './run.ts'

const FILE = join(import.meta.dirname, '../../src/outputs/comparisons/method/thresholds.ts')

/** What is tried for each threshold, the strictest first. */
const CHOICES = {
  fit_min: [0.9, 0.8, 0.6],
  low_score: [0.015, 0.02, 0.03, 0.05, 0.1, 0.18],
  faint_share: [0, 0.2, 0.4],
  same_look: [0.2, 0.35, 0.5],
  rim_off_max: [0.4, 0.6, 0.8],
  ring_off_max: [0.15, 0.25, 0.4],
  sharp_min: [0.6, 0.45, 0.35],
  cells_min: [20, 16, 12, 8],
  grown_min: [1.35, 1.5, 1.6],
} satisfies Partial<Record<keyof Thresholds, number[]>>
type Chosen = keyof typeof CHOICES

/**
 * A damage wrongly called new costs as much as ten new ones that are missed: an accusation is worse than a question. One that
 * is wrongly called repaired accuses nobody.
 */
const COSTS = { wronglyNew: 40, missedNew: 4, wronglyRepaired: 4, wronglyWorsened: 3, miss: 1 }
const ROUNDS = 1

/** Chooses one threshold after the other on the validation half, and writes them into their file. */
export async function calibrateCompare(models: Models, scope: Scope): Promise<Thresholds> {
  const observed = await observeHalf(models, scope, 'valid')
  let best = { ...THRESHOLDS }
  let least = costOf(observed, best)
  for (let round = 0; round < ROUNDS; round++) {
    const before = least
    for (const [name, values] of Object.entries(CHOICES) as [Chosen, number[]][]) {
      for (const value of values) {
        if (value === best[name]) continue
        const tried = { ...best, [name]: value }
        const cost = costOf(observed, tried)
        if (cost >= least) continue
        best = tried
        least = cost
        scope.say(`${name} ${value}: cost ${cost}`)
      }
    }
    if (least === before) break
  }
  if (scope.limit === Number.POSITIVE_INFINITY) writeThresholds(best)
  return best
}

function costOf(observed: readonly Observed[], thresholds: Thresholds): number {
  return observed
    .flatMap((each) => judgePair(each, thresholds))
    .reduce((sum, row) => sum + costOfPlace(row), 0)
}

function costOfPlace({ truth, verdict }: Judged): number {
  if (verdict === 'new') return truth === 'new' ? 0 : COSTS.wronglyNew
  if (verdict === 'repaired') return truth === 'repaired' ? 0 : COSTS.wronglyRepaired
  if (verdict === 'worsened') return truth === 'worsened' ? 0 : COSTS.wronglyWorsened
  const isCannotTell = verdict === 'not_comparable' || verdict === 'uncertain'
  if (truth === 'hidden' || truth === 'elsewhere') return isCannotTell ? 0 : COSTS.miss
  if (truth === 'new') return COSTS.missedNew
  return verdict === truth ? 0 : COSTS.miss
}

function writeThresholds(thresholds: Thresholds): void {
  let text = readFileSync(FILE, 'utf8')
  for (const name of Object.keys(CHOICES) as Chosen[])
    text = text.replace(new RegExp(`(  ${name}: )[0-9.]+,`), `$1${thresholds[name]},`)
  writeFileSync(FILE, text)
}
