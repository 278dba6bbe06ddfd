import type { DamageDetectionResult, FoundDamage, ScaleSource } from '../../../core/contracts/findings.ts'
import { degreesBetween } from '../../part-visibility.ts'
import { type FrameSighting, fuseFrames } from './fuse-frames.ts'
import { joinAsScattered } from './scattered-scratches.ts'
import { compareSightings, type FusedImage, type Sighting, sightingsOf } from './sightings.ts'

export type DamageView = Pick<FoundDamage, 'bounding_box' | 'polygons' | 'confidence'> & { image_id: string }

/** One damage of the vehicle, with the pictures that show it best, the surest first. */
export type FusedDamage = Omit<FoundDamage, 'is_shown' | 'bounding_box' | 'polygons'> & {
  scale_source: ScaleSource | null
  views: DamageView[]
}

/** Pictures taken from directions farther apart hardly show the same surface. */
const VIEWS_APART_MAX = 90
/** Findings farther apart on their part than this, as a share of its box across or down, are two damages. */
const APART_MAX = 0.3
/** Upright and hardly bent: what lies on them keeps its share of their box from all directions that see them. */
const FLAT = /^(door|fender|wheel|rim|hubcap)_/
/** All other parts turn or bend, so shares of their box are compared only between pictures from about one direction. */
const TURN_MAX = 20
/** So far beyond the box of scattered scratches, as a share of the part, a scratch may reach and still be one of them. */
const AMONG_MARGIN = 0.1
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
    ...absorbScratches(groupSame(sightings.filter((sighting) => !isOnFrame(sighting)))),
    ...[...frames.values()].flatMap(fuseFrames),
  ]
  return groups.sort((a, b) => compareSightings(surestOf(a), surestOf(b))).map(fuseGroup)
}

/** A pair of shots says more than the angle of a walk-around. */
function isOnFrame(sighting: Sighting): sighting is FrameSighting {
  return sighting.place !== null && sighting.sibling_key === null
}

/**
 * Each joins the nearest group all of which may show the same, among those of one type that share a part or a pair of shots. It
 * goes picture by picture: all that the first shows is known before one of it is chosen for what the next shows.
 */
function groupSame(sightings: readonly Sighting[]): Sighting[][] {
  const groups: Sighting[][] = []
  const numbersByKey = new Map<string, Set<number>>()
  for (const sighting of [...Map.groupBy(sightings, ({ image_id }) => image_id).values()].flat()) {
    const keys = keysOf(sighting)
    const numbers = keys.flatMap((key) => [...(numbersByKey.get(key) ?? [])]).sort((a, b) => a - b)
    const [found] = numbers
      .filter((number) => groups[number]?.every((other) => isSameDamage(other, sighting)))
      .map((number) => ({ number, distance: distanceTo(groups[number] ?? [], sighting) }))
      .sort((a, b) => a.distance - b.distance)
    const number = found?.number ?? groups.length
    if (!found) groups.push([sighting])
    else groups[number]?.push(sighting)
    for (const key of keys) numbersByKey.set(key, (numbersByKey.get(key) ?? new Set()).add(number))
  }
  return groups.map((group) => group.sort(compareSightings))
}

/**
 * Scratches that one picture shows as scattered and a nearer one by themselves are one damage. Beside scattered ones on the
 * same picture, a scratch is another.
 */
function absorbScratches(groups: readonly Sighting[][]): Sighting[][] {
  const scattered = groups.filter((group) => surestOf(group).damage.damage_type === 'scattered_scratches')
  const wholes = Map.groupBy(groups, (group) => scattered.find((whole) => isAmong(group, whole)) ?? group)
  return [...wholes].map(([whole, members]) => {
    const absorbed = members.filter((member) => member !== whole).flat()
    return absorbed.length === 0 ? whole : [...whole, ...joinByImage(absorbed)].sort(compareSightings)
  })
}

/** A damage has one view of a picture. */
function joinByImage(scratches: readonly Sighting[]): Sighting[] {
  return [...Map.groupBy(scratches, ({ image_id }) => image_id).values()].map((group) => ({
    ...surestOf(group),
    damage: joinAsScattered(group.map(({ damage }) => damage)),
    scale_source: null,
    on_part: null,
  }))
}

function keysOf({ damage: { damage_type, part_type }, sibling_key }: Sighting): string[] {
  return [
    ...(part_type === 'ignore' ? [] : [`${damage_type} on ${part_type}`]),
    ...(sibling_key === null ? [] : [`${damage_type} of ${sibling_key}`]),
  ]
}

function isSameDamage(a: Sighting, b: Sighting): boolean {
  if (a.damage.damage_type !== b.damage.damage_type || !sizesAgree(a.damage, b.damage)) return false
  return mayShowSame(a, b) && !(keepsPlace(a, b) && distanceBetween(a, b) > APART_MAX)
}

function isAmong(scratches: readonly Sighting[], whole: readonly Sighting[]): boolean {
  return scratches.every((scratch) => whole.every((scattered) => isOneOf(scratch, scattered)))
}

function isOneOf(scratch: Sighting, scattered: Sighting): boolean {
  if (scratch.damage.damage_type !== 'scratch' || scratch.damage.part_type === 'ignore') return false
  if (scratch.damage.part_type !== scattered.damage.part_type || !mayShowSame(scratch, scattered))
    return false
  // A damage that is listed twice is seen and struck out; one that was merged away is not.
  if (!scratch.on_part || !scattered.on_part || !keepsPlace(scratch, scattered)) return false
  const [one, all] = [scratch.on_part, scattered.on_part]
  return (
    Math.abs(one.across - all.across) + one.width / 2 <= all.width / 2 + AMONG_MARGIN &&
    Math.abs(one.down - all.down) + one.height / 2 <= all.height / 2 + AMONG_MARGIN
  )
}

/** Whether two pictures may show one place of the vehicle, wherever on its part. */
function mayShowSame(a: Sighting, b: Sighting): boolean {
  // Two findings of one picture lie apart on it, so they are two damages.
  if (a.image_id === b.image_id) return false
  const isKnown = a.damage.part_type !== 'ignore' && b.damage.part_type !== 'ignore'
  if (isKnown && a.damage.part_type !== b.damage.part_type) return false
  // The two shots of a pair show the same place, once from afar.
  if (a.sibling_key !== null && a.sibling_key === b.sibling_key) return true
  return isKnown && viewsOverlap(a.azimuth, b.azimuth)
}

/** Whether one damage of a part lies at the same share of the part's box on both pictures. */
function keepsPlace(a: Sighting, b: Sighting): boolean {
  if (FLAT.test(a.damage.part_type)) return true
  return a.azimuth !== null && b.azimuth !== null && degreesBetween(a.azimuth, b.azimuth) <= TURN_MAX
}

/** Where it is not known, as far as one damage may be apart: what is seen to be nearer comes first. */
function distanceBetween({ on_part: a }: Sighting, { on_part: b }: Sighting): number {
  return a && b ? Math.max(Math.abs(a.across - b.across), Math.abs(a.down - b.down)) : APART_MAX
}

function distanceTo(group: readonly Sighting[], sighting: Sighting): number {
  return Math.min(...group.map((other) => distanceBetween(other, sighting)))
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
  const size = group.reduce((best, each) => (compareSizes(each, best) < 0 ? each : best))
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

/** The size that is known best comes first, then the one by the better scale. */
function compareSizes(a: Sighting, b: Sighting): number {
  return (
    roughnessOf(a.damage) - roughnessOf(b.damage) ||
    SOURCES.indexOf(a.scale_source) - SOURCES.indexOf(b.scale_source)
  )
}

/** How long the error bar of a size is, in tenths of the size: finer differences come from rounding. */
function roughnessOf({ size_cm, size_cm_low, size_cm_high }: FoundDamage): number {
  if (size_cm === null || size_cm_low === null || size_cm_high === null) return Number.MAX_SAFE_INTEGER
  return Math.round(((size_cm_high - size_cm_low) / size_cm) * 10)
}
