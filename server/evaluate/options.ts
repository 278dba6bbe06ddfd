import { calibrate as confidenceOf } from '../src/analysis/damage/segment-damage.ts'
import { isPresent } from './facts.ts'
import { type Calibration, fitCalibration, type Scored } from './platt.ts'
import { AREA_SHARES, type Kind, MASK_THRESHOLDS, type Place, type Sample, sumOf } from './samples.ts'

/** On either side of a threshold. */
const NEAR_STEPS = 2
const PRESENT_THRESHOLDS = Array.from({ length: 18 }, (_, index) => (index + 2) / 20)
/** With fewer of either kind a class takes the curve of all classes together. */
const FINDINGS_MIN = 10

/** What people are shown is right at least once in five times; once in ten, where they would not forgive what is missed. */
const SHOWN_CONFIDENCE = 0.2
const SHOWN_CONFIDENCE_IF_GRAVE = 0.1

export type Thresholds = {
  mask_threshold: number
  present_threshold: number
  shown_confidence_min: number
  min_area_share: number
}
/** One way to set a class, and what comes of it on the samples. */
export type Option = {
  thresholds: Thresholds
  calibration: Calibration
  f1: number
  /** The mean F1 of this threshold and those near it: what is best by a hair on these pictures is chance on others. */
  steadyF1: number
  /** Of the mask alone. */
  iou: number
  /** Of what is shown. */
  shownIou: number
  recall: number
  /** Undamaged pictures on which the class is shown, by their place among the samples. */
  alarms: number[]
}

/** A mask threshold and a least area of one class, before it is said when the class is shown. */
type Draft = {
  mask_threshold: number
  shown_confidence_min: number
  min_area_share: number
  calibration: Calibration
  iou: number
  rows: Row[]
}
/** One picture: what would be shown of the class if the thresholds let it. */
type Row = {
  kind: Kind
  present: number
  anyPresent: number
  isTrue: boolean
  truth: number
  cells: number
  onTruth: number
}

/** For each class but the last, which is any damage. What they cost to make does not depend on the thresholds. */
export function draftsOf(
  samples: readonly Sample[],
  classCount: number,
  isGrave: (index: number) => boolean = () => false,
): Draft[][] {
  const drafts = Array.from({ length: classCount }, (): Draft[] => [])
  for (const mask_threshold of MASK_THRESHOLDS) {
    for (const min_area_share of AREA_SHARES) {
      const scored = drafts.map((_, index) => scoresOf(samples, index, mask_threshold, min_area_share))
      const pooled = fitCalibration(scored.flat())
      for (const [index, list] of drafts.entries()) {
        const own = scored[index] ?? []
        const calibration = isEnough(own) ? fitCalibration(own) : pooled
        const iou = maskIou(samples, index, mask_threshold)
        const least = isGrave(index) ? [SHOWN_CONFIDENCE_IF_GRAVE, SHOWN_CONFIDENCE] : [SHOWN_CONFIDENCE]
        for (const shown_confidence_min of least) {
          const drafted = { mask_threshold, shown_confidence_min, min_area_share, calibration }
          list.push({ ...drafted, iou, rows: samples.map((sample) => rowOf(sample, index, drafted)) })
        }
      }
    }
  }
  return drafts
}

/** All candidates, shown or not: a caller may choose by confidence alone. */
function scoresOf(samples: readonly Sample[], index: number, mask: number, area: number): Scored[] {
  return samples.flatMap((sample) => {
    const present = sample.classes[index]?.present ?? 0
    return placesOf(sample, index, mask, area).map((place) => ({
      rawScore: present * place.mean,
      isRight: place.isRight,
    }))
  })
}

function isEnough(rows: readonly Scored[]): boolean {
  const right = rows.filter((row) => row.isRight).length
  return right >= FINDINGS_MIN && rows.length - right >= FINDINGS_MIN
}

function placesOf(sample: Sample, index: number, mask: number, area: number): Place[] {
  const places = sample.classes[index]?.places[MASK_THRESHOLDS.indexOf(mask)] ?? []
  return places.filter((place) => place.cells >= area * sample.cellCount)
}

type Drafted = Omit<Draft, 'iou' | 'rows'>

function rowOf(sample: Sample, index: number, drafted: Drafted): Row {
  const { present = 0, truth = 0 } = sample.classes[index] ?? {}
  const places = placesOf(sample, index, drafted.mask_threshold, drafted.min_area_share).filter(
    ({ mean }) => confidenceOf(present * mean, drafted.calibration) >= drafted.shown_confidence_min,
  )
  return {
    kind: sample.kind,
    present,
    anyPresent: sample.classes.at(-1)?.present ?? 0,
    isTrue: isPresent(truth, sample.cellCount),
    truth,
    cells: sumOf(places, ({ cells }) => cells),
    onTruth: sumOf(places, ({ onTruth }) => onTruth),
  }
}

/** The IoU of a class's mask on the damaged pictures, whether it is shown or not. */
export function maskIou(samples: readonly Sample[], index: number, mask_threshold: number): number {
  const at = MASK_THRESHOLDS.indexOf(mask_threshold)
  let [both, either] = [0, 0]
  for (const { kind, classes } of samples) {
    const { truth = 0, masks = [] } = classes[index] ?? {}
    const { cells, onTruth } = masks[at] ?? { cells: 0, onTruth: 0 }
    if (kind !== 'damaged') continue
    both += onTruth
    either += truth + cells - onTruth
  }
  return either === 0 ? 0 : both / either
}

/** Every way to set a class where nothing is shown on pictures below `anyThreshold` of any damage. */
export function optionsOf(drafts: readonly Draft[], anyThreshold: number): Option[] {
  return drafts.flatMap((draft) => {
    const weighed = PRESENT_THRESHOLDS.map((present_threshold) =>
      weigh(draft, present_threshold, anyThreshold),
    )
    return weighed.map((option, at) => {
      const near = weighed.slice(Math.max(0, at - NEAR_STEPS), at + NEAR_STEPS + 1)
      return { ...option, steadyF1: sumOf(near, ({ f1 }) => f1) / near.length }
    })
  })
}

function weigh(draft: Draft, present_threshold: number, anyThreshold: number): Omit<Option, 'steadyF1'> {
  let [hits, found, labelled, both, either] = [0, 0, 0, 0, 0]
  const alarms: number[] = []
  draft.rows.forEach((row, index) => {
    const isShown = row.present >= present_threshold && row.anyPresent >= anyThreshold && row.cells > 0
    if (row.kind !== 'damaged') {
      if (isShown) alarms.push(index)
      return
    }
    if (row.isTrue) labelled++
    if (isShown) found++
    if (row.isTrue && isShown) hits++
    both += isShown ? row.onTruth : 0
    either += row.truth + (isShown ? row.cells - row.onTruth : 0)
  })
  const { mask_threshold, shown_confidence_min, min_area_share, calibration, iou } = draft
  return {
    thresholds: { mask_threshold, present_threshold, shown_confidence_min, min_area_share },
    calibration,
    f1: found + labelled === 0 ? 0 : (2 * hits) / (found + labelled),
    iou,
    shownIou: either === 0 ? 0 : both / either,
    recall: labelled === 0 ? 0 : hits / labelled,
    alarms,
  }
}
