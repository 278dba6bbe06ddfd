import type { ComparisonPlace, DamageType, Entities, PartType } from '@walkaround/sdk'
import { type Box, boxOf, cornersOf, type Point } from '../review/geometry.ts'
import type { Matrix } from './homography.ts'
import { VERDICTS, type Verdict } from './verdicts.ts'

export type Values = Record<string, number | string>
export type Reason = { reason: string; values: Values }
export type Signal = {
  signal: string
  earlierImageId: string | null
  laterImageId: string | null
  values: Values
}

/** A place on one picture: the damage, or where it would be. */
export type Sighting = {
  damageId: string | null
  imageId: string
  isGone: boolean
  polygons: Point[][]
  box: Box
  score: number | null
  lengthMm: number | null
  lengthErrorMm: number | null
  minResolvableMm: number | null
  capturedAt: string | null
  capturedAtSource: 'camera' | 'client' | 'upload'
  sha256: string
  /** From pixels of the later picture to pixels of this one. */
  alignment: Matrix | null
}
export type Pair = { earlier: Sighting | null; later: Sighting | null }

export type Decision = { verdict: Verdict; reason: string | null; decidedBy: string; decidedAt: string }

export type Place = {
  id: string
  number: number
  verdict: Verdict
  proposedVerdict: Verdict
  certainty: number
  partType: PartType | null
  damageType: DamageType | null
  reasons: Reason[]
  /** The best first. */
  pairs: Pair[]
  decision: Decision | null
  note: string | null
  isDamage: boolean
  isChargeable: boolean
  chargeableRule: string | null
  /** In minor units. */
  amount: number | null
  version: number | null
}

export type Compared = {
  id: string
  status: 'IN_PROGRESS' | 'DONE' | 'ERROR'
  progress: number
  error: string | null
  isStartedByReturn: boolean
  createdAt: string
  createdBy: string
  doneAt: string | null
  earlierId: string
  laterId: string
  isOutdated: boolean
  isEarlierReadAgain: boolean
  models: { name: string; version: string; digest: string }[]
  panels: { compared: PartType[]; notSeenBefore: PartType[]; notSeenNow: PartType[] }
  signals: Signal[]
  /** By category as the list shows them, in a category by number. */
  places: Place[]
  currency: string | null
}

export const isOpen = ({ decision, isDamage }: Place) => decision === null && isDamage

/** What `getComparison` answers, as the screen needs it. */
export function comparedOf(id: string, { comparisons, comparisonPlaces }: Entities): Compared | null {
  const comparison = comparisons?.[id]
  if (!comparison) return null
  const places = (comparison.places ?? []).flatMap((place) => comparisonPlaces?.[place] ?? [])
  return {
    id,
    status: comparison.status ?? 'IN_PROGRESS',
    progress: comparison.progress ?? 0,
    error: comparison.error ?? null,
    isStartedByReturn: comparison.startedBy === 'return',
    createdAt: comparison.createdAt ?? '',
    createdBy: comparison.createdBy ?? '',
    doneAt: comparison.doneAt ?? null,
    earlierId: comparison.earlierInspectionId ?? '',
    laterId: comparison.laterInspectionId ?? '',
    isOutdated: comparison.isOutdated ?? false,
    isEarlierReadAgain: comparison.isEarlierReadAgain ?? false,
    models: comparison.models ?? [],
    panels: comparison.panels ?? { compared: [], notSeenBefore: [], notSeenNow: [] },
    signals: comparison.signals ?? [],
    places: inOrder(places.map(placeOf)),
    currency: comparison.charges?.currency ?? null,
  }
}

function inOrder(places: readonly Place[]): Place[] {
  return places.toSorted(
    (a, b) => VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict) || a.number - b.number,
  )
}

function placeOf(place: ComparisonPlace): Place {
  const proposedVerdict = place.proposedVerdict ?? 'uncertain'
  const pairs = [{ earlier: place.earlier ?? null, later: place.later ?? null }, ...(place.otherPairs ?? [])]
  return {
    id: place.id,
    number: place.number ?? 0,
    verdict: place.verdict ?? proposedVerdict,
    proposedVerdict,
    certainty: place.certainty ?? 0,
    partType: place.partType ?? null,
    damageType: place.damageType ?? null,
    reasons: place.reasons ?? [],
    pairs: pairs.map(({ earlier, later }) => ({
      earlier: earlier ? sightingOf(earlier) : null,
      later: later ? sightingOf(later) : null,
    })),
    decision: place.decision ?? null,
    note: place.note ?? null,
    isDamage: place.isDamage ?? true,
    isChargeable: place.isChargeable ?? false,
    chargeableRule: place.chargeableRule ?? null,
    amount: place.amount ?? null,
    version: place.version ?? null,
  }
}

type WireSighting = NonNullable<ComparisonPlace['earlier']>

function sightingOf({ boundingBox, polygons, alignment, ...sighting }: WireSighting): Sighting {
  const drawn = polygons.map((points) => points.map(([x = 0, y = 0]): Point => [x, y]))
  const outlines = drawn.filter((points) => points.length > 2)
  return {
    ...sighting,
    polygons: outlines.length > 0 ? outlines : [cornersOf(boundingBox)],
    box: outlines.length > 0 ? boxOf(outlines.flat()) : boundingBox,
    alignment: alignment ? [alignment.slice(0, 3), alignment.slice(3, 6), alignment.slice(6, 9)] : null,
  }
}

export type Counts = Record<Verdict, number> & { open: number }

/** Of what holds now, decisions that wait to be saved included. A place that is no damage counts nowhere. */
export function countsOf(places: readonly Place[]): Counts {
  const damages = places.filter(({ isDamage }) => isDamage)
  const count = (verdict: Verdict) => damages.filter((place) => place.verdict === verdict).length
  return {
    new: count('new'),
    worsened: count('worsened'),
    uncertain: count('uncertain'),
    not_comparable: count('not_comparable'),
    unchanged: count('unchanged'),
    repaired: count('repaired'),
    open: damages.filter(isOpen).length,
  }
}

/** In minor units: what a person has confirmed, and what would come on top. Null where nothing has a price. */
export type Charges = { confirmed: number | null; proposed: number | null }

export function chargesOf(places: readonly Place[]): Charges {
  const charged = places.filter(({ isDamage, isChargeable, amount }) => isDamage && isChargeable && amount)
  const sum = (some: Place[]) => some.reduce((total, { amount }) => total + (amount ?? 0), 0)
  if (charged.length === 0) return { confirmed: null, proposed: null }
  return { confirmed: sum(charged.filter((one) => !isOpen(one))), proposed: sum(charged.filter(isOpen)) }
}

/** Whether there is nothing that a person has to look at. */
export function isNothingNew(counts: Counts): boolean {
  return counts.new + counts.worsened + counts.uncertain + counts.not_comparable === 0
}
