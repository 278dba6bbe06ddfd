import type { Label } from './labelled.ts'
import { addMask, countSet } from './masks.ts'
import { IOUS, matchFindings } from './metrics.ts'

/** A place the shipped code found on a picture, on the grid of the model's masks. */
export type Finding = {
  classIndex: number
  /** Whether the service makes a damage of it; a deployed airbag is none. */
  isDamage: boolean
  confidence: number
  isShown: boolean
  cells: Uint32Array
}

/** Cells of one class on one picture. */
export type ClassFacts = {
  truth: number
  /** Of findings that are shown. */
  shown: number
  shownOnTruth: number
  /** Of the mask alone, without the presence threshold and the least area. */
  mask: number
  maskOnTruth: number
  /** The same at 0.5, whatever the shipped threshold is. */
  half: number
  halfOnTruth: number
}

export type FindingFacts = {
  classIndex: number
  isDamage: boolean
  confidence: number
  isShown: boolean
  /** At least RIGHT_SHARE of it lies on labels of its class. */
  isRight: boolean
  /** Whether it found a label of its own at each of IOUS. */
  matches: boolean[]
}

export type LabelFacts = {
  classIndex: number | null
  /** Of the picture. */
  share: number
  isFound: boolean
  isFoundAsAny: boolean
}

export type PictureFacts = {
  name: string
  unit: string
  /** Whether it is a picture of a vehicle, and not a close-up. */
  isOfVehicle: boolean
  cellCount: number
  /** In the order of the model's classes; the last one is any damage. */
  classes: ClassFacts[]
  findings: FindingFacts[]
  labels: LabelFacts[]
}

/** A smaller share of the picture is no presence: a label that thin is a slip of the hand. */
const PRESENT_SHARE = 0.0003
/** What a person would call right: a good part of the marked place is damaged that way. */
const RIGHT_SHARE = 0.3
/** A label counts as found when this much of it is covered by what is shown. */
const FOUND_SHARE = 0.25

export type Examined = {
  name: string
  unit: string
  isOfVehicle: boolean
  cellCount: number
  findings: readonly Finding[]
  labels: readonly Label[]
  /** For each class of the model, the last being any damage: the mask at its threshold. */
  masks: readonly Uint8Array[]
  /** The same at 0.5. */
  halves: readonly Uint8Array[]
}

/** Everything the figures need of one picture; the masks can be forgotten afterwards. */
export function factsOf(examined: Examined): PictureFacts {
  const { findings, labels, masks, halves, cellCount } = examined
  const anyIndex = masks.length - 1
  const truths = masks.map(() => new Uint8Array(cellCount))
  const shown = masks.map(() => new Uint8Array(cellCount))
  const layer = (layers: Uint8Array[], index: number) => layers[index] ?? new Uint8Array(cellCount)

  for (const label of labels) {
    if (label.classIndex !== null) addMask(layer(truths, label.classIndex), label.mask)
    addMask(layer(truths, anyIndex), label.mask)
  }
  for (const finding of findings.filter((found) => found.isShown)) {
    for (const cell of finding.cells) {
      layer(shown, finding.classIndex)[cell] = 1
      layer(shown, anyIndex)[cell] = 1
    }
  }
  return {
    name: examined.name,
    unit: examined.unit,
    isOfVehicle: examined.isOfVehicle,
    cellCount,
    classes: masks.map((mask, index) =>
      classFacts(layer(truths, index), layer(shown, index), mask, halves[index] ?? new Uint8Array(cellCount)),
    ),
    findings: findingFacts(findings, labels, truths),
    labels: labels.map((label) => ({
      classIndex: label.classIndex,
      share: countSet(label.mask) / cellCount,
      isFound: label.classIndex !== null && isCovered(label.mask, layer(shown, label.classIndex)),
      isFoundAsAny: isCovered(label.mask, layer(shown, anyIndex)),
    })),
  }
}

function classFacts(truth: Uint8Array, shown: Uint8Array, mask: Uint8Array, half: Uint8Array): ClassFacts {
  return {
    truth: countSet(truth),
    shown: countSet(shown),
    shownOnTruth: countBoth(shown, truth),
    mask: countSet(mask),
    maskOnTruth: countBoth(mask, truth),
    half: countSet(half),
    halfOnTruth: countBoth(half, truth),
  }
}

function findingFacts(findings: readonly Finding[], labels: readonly Label[], truths: readonly Uint8Array[]) {
  const facts: FindingFacts[] = []
  for (const [classIndex, found] of Map.groupBy(findings, (finding) => finding.classIndex)) {
    const ranked = found.toSorted((a, b) => b.confidence - a.confidence)
    const own = labels.filter((label) => label.classIndex === classIndex && label.mask.includes(1))
    const ious = ranked.map((finding) => own.map((label) => iouOf(finding.cells, label.mask)))
    const matches = IOUS.map((iouMin) => matchFindings(ious, iouMin))
    ranked.forEach((finding, index) => {
      facts.push({
        classIndex,
        isDamage: finding.isDamage,
        confidence: finding.confidence,
        isShown: finding.isShown,
        isRight: isRight(finding.cells, truths[classIndex]),
        matches: matches.map((at) => at[index] === true),
      })
    })
  }
  return facts
}

export function isRight(cells: Uint32Array, truth: Uint8Array | undefined): boolean {
  return truth !== undefined && countOn(cells, truth) >= RIGHT_SHARE * cells.length
}

function isCovered(label: Uint8Array, shown: Uint8Array): boolean {
  const cells = countSet(label)
  return cells > 0 && countBoth(label, shown) >= FOUND_SHARE * cells
}

function iouOf(cells: Uint32Array, mask: Uint8Array): number {
  const both = countOn(cells, mask)
  return both / (cells.length + countSet(mask) - both)
}

export function countOn(cells: Uint32Array, mask: Uint8Array): number {
  let both = 0
  for (const cell of cells) both += mask[cell] ?? 0
  return both
}

function countBoth(a: Uint8Array, b: Uint8Array): number {
  let both = 0
  for (let cell = 0; cell < a.length; cell++) if (a[cell] && b[cell]) both++
  return both
}

export const isPresent = (cells: number, cellCount: number) => cells > PRESENT_SHARE * cellCount
