import type { Point } from '../../src/core/contracts/findings.ts'
import { placesOf } from '../../src/outputs/comparisons/method/compare.ts'
import { invert, mapPoint, pointsIn } from '../../src/outputs/comparisons/method/geometry.ts'
import type { Observation } from '../../src/outputs/comparisons/method/observe.ts'
import type { Thresholds } from '../../src/outputs/comparisons/method/thresholds.ts'
import type { ComparedPlace, Matrix, Reason, Verdict } from '../../src/outputs/comparisons/method/types.ts'
import { CELL, GRID, SIDE } from './bases.ts'
import type { Mask } from './paint.ts'
import type { LabelledPair, Truth } from './pairs.ts'

/** A pair after the networks ran and its pictures were laid over each other: thresholds do not change it. */
export type Observed = {
  pair: Omit<LabelledPair, 'earlier' | 'later'>
  observations: Observation[]
  /** From pixels of the base to those of each picture. */
  frames: Map<string, Matrix>
  /** The regions of pictures that have their own. */
  regions: Map<string, Mask>
  /** Parts that any earlier picture shows. */
  partsBefore: Set<string>
}

/** One place that the method answered, and what is known of it. */
export type Judged = {
  pair: string
  kind: string
  unit: string
  disturbance: string
  truth: Truth
  verdict: Verdict
  reasons: Reason[]
  isPartBefore: boolean
  place: ComparedPlace
}

/** More than this share of a place in the region: it is about the region. Less than the other: it is not. Between: not counted. */
const IN_REGION = 0.5
const OFF_REGION = 0.15

export function judgePair(observed: Observed, thresholds: Thresholds): Judged[] {
  const { pair, observations, partsBefore } = observed
  return placesOf(observations, thresholds).flatMap((place): Judged[] => {
    const truth = truthOf(place, observed)
    if (!truth) return []
    return [
      {
        pair: pair.name,
        kind: pair.kind,
        unit: pair.unit,
        disturbance: pair.disturbance,
        truth,
        verdict: place.proposed_verdict,
        reasons: place.reasons.map(({ reason }) => reason),
        isPartBefore: place.part_type !== null && partsBefore.has(place.part_type),
        place,
      },
    ]
  })
}

/** Null where a place is partly about the region, and where it is on a picture of something else. */
function truthOf(
  place: ComparedPlace,
  { pair, frames, regions }: Pick<Observed, 'pair' | 'frames' | 'regions'>,
): Truth | null {
  // The side on which the damage was found says where it is; the other side is what the method made of it.
  const isLater = place.later !== null && place.later.damage_id !== null
  const sighting = isLater ? place.later : place.earlier
  const frame = sighting && frames.get(sighting.image_id)
  if (!sighting || !frame) return null
  if (!pair.region) return isLater || pair.truth === 'unchanged' ? pair.truth : null
  const region = pair.region === 'of each picture' ? regions.get(sighting.image_id) : pair.region
  if (!region) throw new Error(`${pair.name}: a picture has no region`)
  const share = shareOf(regions, `${sighting.damage_id} ${sighting.image_id}`, () =>
    shareIn(region, sighting.polygons, frame),
  )
  const truth = share >= IN_REGION ? pair.truth : share <= OFF_REGION ? pair.truthElsewhere : null
  // A damage that is only on the earlier picture cannot be new or hidden before; one only on the later one not repaired.
  const isAboutLater = truth === 'new' || truth === 'worsened' || truth === 'hidden'
  const isOnlyLater = isLater && !place.earlier?.damage_id
  return (!isLater && isAboutLater) || (isOnlyLater && truth === 'repaired') ? null : truth
}

const shares = new WeakMap<Observed['regions'], Map<string, number>>()

/** Thresholds do not change where a damage is: what is known of a pair is kept while they are chosen. */
function shareOf(pair: Observed['regions'], key: string, compute: () => number): number {
  const known = shares.get(pair) ?? new Map<string, number>()
  shares.set(pair, known)
  const share = known.get(key) ?? compute()
  known.set(key, share)
  return share
}

function shareIn(region: Mask, polygons: readonly Point[][], frame: Matrix): number {
  const back = invert(frame)
  const points = pointsIn(polygons)
  const within = points.filter(([x, y]) => {
    const [u, v] = mapPoint(back, x, y)
    if (u < 0 || v < 0 || u >= SIDE || v >= SIDE) return false
    return region[Math.floor(v / CELL) * GRID.width + Math.floor(u / CELL)] === 1
  })
  return within.length / points.length
}
