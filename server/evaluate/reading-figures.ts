import { bootstrap } from './bootstrap.ts'
import { ratio, shareOf, weightOf } from './metrics.ts'
import type { ReadFigures, ReadSample, TextFigures } from './text.ts'

/** Plates and numbers read, with intervals; the pictures one by one stay in the report. */
export function readingFigures({ plates, vin }: TextFigures) {
  return { plates: withIntervals(plates), vin: withIntervals(vin) }
}

function withIntervals({ each, cpu_ms_median }: ReadFigures) {
  const exact = each.map((sample, unit) => ({ unit, holds: sample.is_exact }))
  const offered = each.map((sample, unit) => ({ unit, holds: sample.rank !== null }))
  const counts = { exact: each.length, among_candidates: each.length, character_error_rate: each.length }
  const figures = bootstrap(each.length, counts, (weights) => ({
    exact: shareOf(exact, weights),
    among_candidates: shareOf(offered, weights),
    character_error_rate: errorRate(each, weights),
  }))
  return { ...figures, cpu_ms_median, each }
}

function errorRate(each: readonly ReadSample[], weights: ArrayLike<number>): number {
  let [errors, characters] = [0, 0]
  each.forEach((sample, unit) => {
    errors += weightOf(weights, unit) * sample.character_errors
    characters += weightOf(weights, unit) * sample.expected.length
  })
  return ratio(errors, characters)
}
