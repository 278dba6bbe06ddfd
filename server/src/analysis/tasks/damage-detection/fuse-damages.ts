import type { DamageDetectionResult, FoundDamage, ScaleSource } from '../../../contracts/findings.ts'
import { degreesBetween } from '../../part-visibility.ts'
import { type FrameSighting, fuseFrames } from './fuse-frames.ts'
import { compareSightings, type FusedImage, type Sighting, sightingsOf } from './sightings.ts'

export type DamageView = Pick<FoundDamage, 'bounding_box' | 'polygons' | 'confidence'> & { image_id: string }

/** One damage of the vehicle, with the pictures that show it best, the surest first. */
export type FusedDamage = Omit<FoundDamage, 'is_shown' | 'bounding_box' | 'polygons'> & {
  scale_source: ScaleSource | null
  views: DamageView[]
}

/** Pictures taken from directions farther apart hardly show the same surface. */
const VIEWS_APART_MAX = 90
/** The surest count. More than this on one vehicle is noise, and comparing all with all would take too long. */
const SIGHTINGS_MAX = 2_000
/** Views kept of one damage: what a person looks at to judge it. */
const VIEWS_MAX = 10
const SOURCES: readonly (ScaleSource | null)[] = ['part', 'sight', 'vehicle_type', null]

/**
 * The damages of a vehicle from the findings of all its pictures, the surest first. Without a threshold those count that
 * the model itself shows (`isCounted` in sightings.ts). Two findings are one damage only when nothing speaks against it:
 * a damage listed twice is seen and struck out, one that was merged away is not.
 */
export function fuseDamages(
  perImage: { image: FusedImage; result: DamageDetectionResult }[],
  { threshold }: { threshold: number | null },
): FusedDamage[] {
  const sightings = perImage
    .flatMap((each) => sightingsOf(each, threshold))
    .sort(compareSightings)
    .slice(0, SIGHTINGS_MAX)
  const frames = Map.groupBy(sightings.filter(isOnFrame), ({ damage }) => damage.damage_type)
  const groups = [
    ...groupSame(sightings.filter((sighting) => !isOnFrame(sighting))),
    ...[...frames.values()].flatMap(fuseFrames),
  ]
  return groups.sort((a, b) => compareSightings(surestOf(a), surestOf(b))).map(fuseGroup)
}

/** A pair of shots says more than the angle of a walk-around. */
function isOnFrame(sighting: Sighting): sighting is FrameSighting {
  return sighting.place !== null && sighting.sibling_key === null
}

/** The first group all of which may show the same, among those of one type that share a part or a pair of shots. */
function groupSame(sightings: readonly Sighting[]): Sighting[][] {
  const groups: Sighting[][] = []
  const numbersByKey = new Map<string, Set<number>>()
  for (const sighting of sightings) {
    const keys = keysOf(sighting)
    const numbers = keys.flatMap((key) => [...(numbersByKey.get(key) ?? [])]).sort((a, b) => a - b)
    const found = numbers.find((number) => groups[number]?.every((other) => isSameDamage(other, sighting)))
    const number = found ?? groups.length
    if (found === undefined) groups.push([sighting])
    else groups[found]?.push(sighting)
    for (const key of keys) numbersByKey.set(key, (numbersByKey.get(key) ?? new Set()).add(number))
  }
  return groups
}

function keysOf({ damage: { damage_type, part_type }, sibling_key }: Sighting): string[] {
  return [
    ...(part_type === 'ignore' ? [] : [`${damage_type} on ${part_type}`]),
    ...(sibling_key === null ? [] : [`${damage_type} of ${sibling_key}`]),
  ]
}

function isSameDamage(a: Sighting, b: Sighting): boolean {
  // Two findings of one picture lie apart on it, so they are two damages.
  if (a.image_id === b.image_id || a.damage.damage_type !== b.damage.damage_type) return false
  if (!sizesAgree(a.damage, b.damage)) return false
  const isKnown = a.damage.part_type !== 'ignore' && b.damage.part_type !== 'ignore'
  if (isKnown && a.damage.part_type !== b.damage.part_type) return false
  // The two shots of a pair show the same place, once from afar.
  if (a.sibling_key !== null && a.sibling_key === b.sibling_key) return true
  return isKnown && viewsOverlap(a.azimuth, b.azimuth)
}

function sizesAgree(a: FoundDamage, b: FoundDamage): boolean {
  if (a.size_cm_low === null || a.size_cm_high === null) return true
  if (b.size_cm_low === null || b.size_cm_high === null) return true
  return a.size_cm_low <= b.size_cm_high && b.size_cm_low <= a.size_cm_high
}

/** Of two pictures from nowhere in particular each may show its own damage of a part. */
function viewsOverlap(a: number | null, b: number | null): boolean {
  if (a === null && b === null) return false
  return a === null || b === null || degreesBetween(a, b) <= VIEWS_APART_MAX
}

function surestOf([first]: Sighting[]): Sighting {
  if (!first) throw new Error('a group of views is never empty')
  return first
}

/**
 * As sure as the surest view. Views are not independent: the same reflection deceives the same model on two pictures,
 * so multiplying doubts would claim more than is known.
 */
function fuseGroup(group: Sighting[]): FusedDamage {
  const first = surestOf(group)
  const part = group.reduce((best, each) =>
    each.damage.part_confidence > best.damage.part_confidence ? each : best,
  ).damage
  const size = group.reduce((best, each) =>
    SOURCES.indexOf(each.scale_source) < SOURCES.indexOf(best.scale_source) ? each : best,
  )
  return {
    damage_type: first.damage.damage_type,
    confidence: first.damage.confidence,
    part_type: part.part_type,
    part_confidence: part.part_confidence,
    part_source: part.part_source,
    size_cm: size.damage.size_cm,
    size_cm_low: size.damage.size_cm_low,
    size_cm_high: size.damage.size_cm_high,
    scale_source: size.scale_source,
    views: group.slice(0, VIEWS_MAX).map(({ image_id, damage }) => ({
      image_id,
      bounding_box: damage.bounding_box,
      polygons: damage.polygons,
      confidence: damage.confidence,
    })),
  }
}
