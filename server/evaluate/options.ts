import { findComponents } from '../src/analysis/damage/find-components.ts'
import type { SegmenterOutput } from '../src/analysis/damage/segment-damage.ts'
import { countOn, isPresent, isRight } from './facts.ts'
import type { Label } from './labelled.ts'
import { addMask, countSet } from './masks.ts'

// Coarse on purpose: rare classes have ten validation pictures, and a fine choice would be a choice of noise.
export const MASK_THRESHOLDS = [0.3, 0.4, 0.5, 0.6]
export const PRESENT_THRESHOLDS = Array.from({ length: 18 }, (_, index) => (index + 2) / 20)
export const AREA_SHARES = [0.0005, 0.0015, 0.004]

export const KINDS = ['damaged', 'rear_view', 'tile'] as const
export type Kind = (typeof KINDS)[number]
type Place = { cells: number; onTruth: number; mean: number; isRight: boolean }

/** What the choice needs of one picture: for each class and mask threshold the places above it. */
export type Sample = {
  kind: Kind
  cellCount: number
  classes: { present: number; truth: number; places: Place[][] }[]
}

export function sampleOf(kind: Kind, output: SegmenterOutput, labels: readonly Label[]): Sample {
  const cellCount = output.side * output.side
  const classes = Array.from(output.present, (present, index) => {
    const truth = new Uint8Array(cellCount)
    for (const label of labels) if (label.classIndex === index) addMask(truth, label.mask)
    const grid = output.masks.subarray(index * cellCount, (index + 1) * cellCount)
    const places = MASK_THRESHOLDS.map((threshold) =>
      findComponents(grid, output.side, threshold).map(({ cells, mean }) => ({
        cells: cells.length,
        onTruth: countOn(cells, truth),
        mean,
        isRight: isRight(cells, truth),
      })),
    )
    return { present, truth: countSet(truth), places }
  })
  return { kind, cellCount, classes }
}

export type Thresholds = { mask_threshold: number; present_threshold: number; min_area_share: number }
/** One way to set a class, and what comes of it on the samples. */
export type Option = {
  thresholds: Thresholds
  f1: number
  iou: number
  recall: number
  /** Undamaged pictures on which the class is shown, by their place among the samples. */
  alarms: number[]
}

export function optionsOf(samples: readonly Sample[], classIndex: number): Option[] {
  return MASK_THRESHOLDS.flatMap((mask_threshold) =>
    PRESENT_THRESHOLDS.flatMap((present_threshold) =>
      AREA_SHARES.map((min_area_share) =>
        weigh(samples, classIndex, { mask_threshold, present_threshold, min_area_share }),
      ),
    ),
  )
}

/** The places of a class that are large enough. */
export function placesOf(sample: Sample, classIndex: number, thresholds: Thresholds): Place[] {
  const at = MASK_THRESHOLDS.indexOf(thresholds.mask_threshold)
  const places = sample.classes[classIndex]?.places[at] ?? []
  return places.filter((place) => place.cells >= thresholds.min_area_share * sample.cellCount)
}

function weigh(samples: readonly Sample[], classIndex: number, thresholds: Thresholds): Option {
  let [hits, found, labelled, both, either] = [0, 0, 0, 0, 0]
  const alarms: number[] = []
  samples.forEach((sample, index) => {
    const facts = sample.classes[classIndex]
    if (!facts) return
    const isShown = facts.present >= thresholds.present_threshold
    const places = isShown ? placesOf(sample, classIndex, thresholds) : []
    if (sample.kind !== 'damaged') {
      if (places.length > 0) alarms.push(index)
      return
    }
    const isTrue = isPresent(facts.truth, sample.cellCount)
    if (isTrue) labelled++
    if (places.length > 0) found++
    if (isTrue && places.length > 0) hits++
    const shown = places.reduce((sum, place) => sum + place.cells, 0)
    const onTruth = places.reduce((sum, place) => sum + place.onTruth, 0)
    both += onTruth
    either += facts.truth + shown - onTruth
  })
  return {
    thresholds,
    f1: found + labelled === 0 ? 0 : (2 * hits) / (found + labelled),
    iou: either === 0 ? 0 : both / either,
    recall: labelled === 0 ? 0 : hits / labelled,
    alarms,
  }
}
