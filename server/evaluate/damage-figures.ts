import { bootstrap, type Figure } from './bootstrap.ts'
import { isPresent, type PictureFacts } from './facts.ts'
import type { ModelClass } from './labelled.ts'
import {
  averagePrecision,
  IOUS,
  type Presence,
  pooledIou,
  rank,
  scorePresence,
  shareOf,
  type Weights,
  weightOf,
} from './metrics.ts'
import { numberUnits, type Units } from './units.ts'

const CLASS_FIGURES = ['iou', 'mask_iou', 'iou_at_half', 'precision', 'recall', 'f1', 'ap50', 'ap'] as const
const MEAN_FIGURES = ['iou', 'mask_iou', 'iou_at_half', 'f1', 'ap50', 'ap'] as const
const ANY_FIGURES = ['iou', 'mask_iou', 'iou_at_half', 'recall'] as const
/** Cells of: what is shown; the mask at the shipped threshold, shown or not; the mask at 0.5. */
const IOU_OF = {
  iou: ['shown', 'shownOnTruth'],
  mask_iou: ['mask', 'maskOnTruth'],
  iou_at_half: ['half', 'halfOnTruth'],
} as const

export type ClassFigures = Record<(typeof CLASS_FIGURES)[number], Figure> & {
  labels: number
  pictures: number
}
export type DamageFigures = {
  pictures: number
  classes: Record<string, ClassFigures>
  mean: Record<(typeof MEAN_FIGURES)[number], Figure>
  any: Record<(typeof ANY_FIGURES)[number], Figure>
  recall_by_size: Record<string, { same_class: Figure; any_class: Figure }>
}

/** Shares of the picture. */
const SIZES = [
  { name: 'under 0.1 %', below: 0.001 },
  { name: '0.1 to 1 %', below: 0.01 },
  { name: '1 to 5 %', below: 0.05 },
  { name: 'over 5 %', below: Number.POSITIVE_INFINITY },
]

type Values = Record<string, number>
/** Figures that are computed together, and how many things each is about. */
type Group = { counts: Values; compute(weights: Weights): Values }

/**
 * What is found on pictures of damaged vehicles. A set whose labels run into one another has no single damages to count:
 * `hasInstances` false leaves out AP.
 */
export function damageFigures(
  facts: readonly PictureFacts[],
  classes: readonly ModelClass[],
  hasInstances = true,
): DamageFigures {
  const units = numberUnits(facts)
  const named = classes.slice(0, -1)
  // A deployed airbag is no damage that is reported, and the easiest class.
  const damageClasses = named.filter(({ damageType }) => damageType !== null)
  const groups: Record<string, Group> = {
    ...Object.fromEntries(
      named.map((known, index) => [known.name, classGroup(facts, index, units, hasInstances)]),
    ),
    any: anyGroup(facts, named.length, units),
    ...Object.fromEntries(SIZES.map((size, index) => [size.name, sizeGroup(facts, index, units)])),
  }
  const meanCounts = Object.fromEntries(MEAN_FIGURES.map((key) => [`mean ${key}`, facts.length]))
  const counts = { ...flatten(groups, (group) => group.counts), ...meanCounts }
  const found = bootstrap(units.count, counts, (weights) => {
    const values = flatten(groups, (group) => group.compute(weights))
    for (const key of MEAN_FIGURES)
      values[`mean ${key}`] = meanOf(
        damageClasses.map((known) => values[`${known.name} ${key}`] ?? Number.NaN),
      )
    return values
  })
  const pick = <Key extends string>(group: string, keys: readonly Key[]) =>
    Object.fromEntries(keys.map((key) => [key, found[`${group} ${key}`]])) as Record<Key, Figure>

  return {
    pictures: facts.length,
    classes: Object.fromEntries(
      named.map(({ name }) => {
        const figures = pick(name, CLASS_FIGURES)
        return [name, { labels: figures.ap.n, pictures: figures.recall.n, ...figures }]
      }),
    ),
    mean: pick('mean', MEAN_FIGURES),
    any: pick('any', ANY_FIGURES),
    recall_by_size: Object.fromEntries(
      SIZES.map(({ name }) => [name, pick(name, ['same_class', 'any_class'])]),
    ),
  }
}

function flatten(groups: Record<string, Group>, of: (group: Group) => Values): Values {
  return Object.fromEntries(
    Object.entries(groups).flatMap(([name, group]) =>
      Object.entries(of(group)).map(([key, value]) => [`${name} ${key}`, value]),
    ),
  )
}

function classGroup(
  facts: readonly PictureFacts[],
  index: number,
  units: Units,
  hasInstances: boolean,
): Group {
  const presence = presenceOf(facts, index, units)
  const labels = facts.flatMap((fact) =>
    fact.labels
      .filter((label) => label.classIndex === index && label.share > 0)
      .map(() => ({ unit: units.of(fact) })),
  )
  const findings = rank(
    facts.flatMap((fact) =>
      fact.findings
        .filter((finding) => finding.classIndex === index)
        .map((finding) => ({ ...finding, unit: units.of(fact) })),
    ),
  )
  const ranked = IOUS.map((_, at) =>
    findings.map((finding) => ({ ...finding, isRight: finding.matches[at] === true })),
  )
  const iousOf = iouGroup(facts, index, units)
  const positives = presence.filter((row) => row.isTrue)
  return {
    counts: {
      ...countEach(Object.keys(IOU_OF), facts.length),
      precision: presence.filter((row) => row.isFound).length,
      recall: positives.length,
      f1: positives.length,
      ap50: labels.length,
      ap: labels.length,
    },
    compute: (weights) => {
      // Without a picture that shows the class, wrong findings alone say nothing of it.
      if (!positives.some(({ unit }) => weightOf(weights, unit) > 0))
        return countEach(CLASS_FIGURES, Number.NaN)
      const precisions = hasInstances ? ranked.map((rows) => averagePrecision(rows, labels, weights)) : []
      return {
        ...iousOf(weights),
        ...scorePresence(presence, weights),
        ap50: precisions[0] ?? Number.NaN,
        ap: meanOf(precisions),
      }
    },
  }
}

function anyGroup(facts: readonly PictureFacts[], index: number, units: Units): Group {
  const presence = presenceOf(facts, index, units)
  const iousOf = iouGroup(facts, index, units)
  return {
    counts: {
      ...countEach(Object.keys(IOU_OF), facts.length),
      recall: presence.filter((row) => row.isTrue).length,
    },
    compute: (weights) => ({
      ...iousOf(weights),
      recall: scorePresence(presence, weights).recall,
    }),
  }
}

function sizeGroup(facts: readonly PictureFacts[], index: number, units: Units): Group {
  const above = SIZES[index - 1]?.below ?? 0
  const below = SIZES[index]?.below ?? 0
  const labels = facts
    .flatMap((fact) => fact.labels.map((label) => ({ ...label, unit: units.of(fact) })))
    .filter((label) => label.share > above && label.share <= below)
  const known = labels.filter((label) => label.classIndex !== null)
  const same = known.map((label) => ({ unit: label.unit, holds: label.isFound }))
  const any = labels.map((label) => ({ unit: label.unit, holds: label.isFoundAsAny }))
  return {
    counts: { same_class: same.length, any_class: any.length },
    compute: (weights) => ({ same_class: shareOf(same, weights), any_class: shareOf(any, weights) }),
  }
}

function presenceOf(facts: readonly PictureFacts[], index: number, units: Units): Presence[] {
  return facts.map((fact) => ({
    unit: units.of(fact),
    isTrue: isPresent(fact.classes[index]?.truth ?? 0, fact.cellCount),
    isFound: (fact.classes[index]?.shown ?? 0) > 0,
  }))
}

function iouGroup(facts: readonly PictureFacts[], index: number, units: Units) {
  const cells = Object.entries(IOU_OF).map(([name, [of, onTruth]]) => {
    const rows = facts.map((fact) => {
      const known = fact.classes[index]
      const both = known?.[onTruth] ?? 0
      return { unit: units.of(fact), both, either: (known?.truth ?? 0) + (known?.[of] ?? 0) - both }
    })
    return { name, rows }
  })
  return (weights: Weights): Values =>
    Object.fromEntries(cells.map(({ name, rows }) => [name, pooledIou(rows, weights)]))
}

const countEach = (names: readonly string[], value: number): Values =>
  Object.fromEntries(names.map((name) => [name, value]))

/** A class without labels in a draw has no figure and is left out of the mean. */
function meanOf(values: readonly number[]): number {
  const defined = values.filter((value) => !Number.isNaN(value))
  return defined.length === 0 ? Number.NaN : defined.reduce((sum, value) => sum + value, 0) / defined.length
}
