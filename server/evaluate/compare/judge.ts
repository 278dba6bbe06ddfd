import { placesOf } from '../../src/comparisons/method/compare.ts'
import type { Observation } from '../../src/comparisons/method/observe.ts'
import type { Thresholds } from '../../src/comparisons/method/thresholds.ts'
import type { ComparedPlace, Reason, Verdict } from '../../src/comparisons/method/types.ts'
import { CELL, GRID, SIDE } from './bases.ts'
import type { LabelledPair, Truth } from './pairs.ts'
import { type Homography, invert, mapPoint } from './warp.ts'

/** A pair after the networks ran and its pictures were laid over each other: thresholds do not change it. */
export type Observed = {
  pair: Omit<LabelledPair, 'earlier' | 'later'>
  observations: Observation[]
  /** From pixels of the base to those of each picture. */
  frames: Map<string, Homography>
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

export function judgePair(
  { pair, observations, frames, partsBefore }: Observed,
  thresholds: Thresholds,
): Judged[] {
  return placesOf(observations, thresholds).flatMap((place): Judged[] => {
    const truth = truthOf(place, pair, frames)
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
  pair: Observed['pair'],
  frames: Map<string, Homography>,
): Truth | null {
  // The side on which the damage was found says where it is; the other side is what the method made of it.
  const isLater = place.later !== null && place.later.damage_id !== null
  const sighting = isLater ? place.later : place.earlier
  const frame = sighting && frames.get(sighting.image_id)
  if (!sighting || !frame) return null
  if (!pair.region) return isLater || pair.truth === 'unchanged' ? pair.truth : null
  const share = shareIn(pair.region, sighting.polygons, frame)
  const truth = share >= IN_REGION ? pair.truth : share <= OFF_REGION ? pair.truthElsewhere : null
  // A damage that is only on the earlier picture cannot be new or hidden before.
  const isAboutLater = truth === 'new' || truth === 'worsened' || truth === 'hidden'
  return !isLater && isAboutLater ? null : truth
}

const STEPS = 24

function shareIn(region: Uint8Array, polygons: readonly [number, number][][], frame: Homography): number {
  const back = invert(frame)
  const points = polygons.flat()
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const [left, top, right, bottom] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  let [all, within] = [0, 0]
  for (let row = 0; row < STEPS; row++) {
    for (let column = 0; column < STEPS; column++) {
      const x = left + ((column + 0.5) / STEPS) * (right - left)
      const y = top + ((row + 0.5) / STEPS) * (bottom - top)
      if (!polygons.some((polygon) => isIn(polygon, x, y))) continue
      all++
      const [u, v] = mapPoint(back, x, y)
      if (u < 0 || v < 0 || u >= SIDE || v >= SIDE) continue
      within += region[Math.floor(v / CELL) * GRID.width + Math.floor(u / CELL)] ?? 0
    }
  }
  return all === 0 ? 0 : within / all
}

function isIn(polygon: readonly [number, number][], x: number, y: number): boolean {
  let inside = false
  polygon.forEach(([xi, yi], at) => {
    const [xj, yj] = polygon.at(at - 1) ?? [xi, yi]
    if (yi > y !== yj > y && x < xi + ((y - yi) * (xj - xi)) / (yj - yi)) inside = !inside
  })
  return inside
}
