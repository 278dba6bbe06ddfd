import type { DamageDetectionResult, FoundDamage, ScaleSource } from '../../contracts/findings.ts'
import type { AnalyzedImage } from '../analyzed-image.ts'
import { degreesBetween } from '../part-visibility.ts'
import { sightOf } from '../sights.ts'
import { directionOf } from '../viewpoint.ts'
import { joinScratches } from './scattered-scratches.ts'

export type FusedImage = Pick<
  AnalyzedImage,
  | 'id'
  | 'image_width'
  | 'image_height'
  | 'image_sibling_key'
  | 'sight_id'
  | 'additional_data'
  | 'detailed_viewpoint'
>

export type DamageView = Pick<FoundDamage, 'bounding_box' | 'polygons' | 'confidence'> & { image_id: string }

/** One damage of the vehicle, with every picture that shows it, the surest first. */
export type FusedDamage = Omit<FoundDamage, 'is_shown' | 'bounding_box' | 'polygons'> & {
  scale_source: ScaleSource | null
  views: DamageView[]
}

/** A finding with what says whether another picture may show the same damage. */
type Sighting = {
  image_id: string
  sibling_key: string | null
  azimuth: number | null
  damage: FoundDamage
  scale_source: ScaleSource | null
}

/** Pictures taken from directions farther apart hardly show the same surface. */
const VIEWS_APART_MAX = 90
const SOURCES: readonly (ScaleSource | null)[] = ['plate', 'sight', 'vehicle_type', null]

/**
 * The damages of a vehicle from the findings of all its pictures. A finding counts when the model itself shows it, or,
 * with a threshold, when its confidence reaches that. Two findings are one damage only when nothing speaks against it:
 * a damage listed twice is seen and struck out, one that was merged away is not.
 */
export function fuseDamages(
  perImage: { image: FusedImage; result: DamageDetectionResult }[],
  { threshold }: { threshold: number | null },
): FusedDamage[] {
  const groups: Sighting[][] = []
  for (const sighting of perImage.flatMap((each) => sightingsOf(each, threshold)).sort(compareSightings)) {
    const group = groups.find((group) => group.every((other) => isSameDamage(other, sighting)))
    if (group) group.push(sighting)
    else groups.push([sighting])
  }
  return groups.map(fuseGroup)
}

function sightingsOf(
  { image, result }: { image: FusedImage; result: DamageDetectionResult },
  threshold: number | null,
): Sighting[] {
  const counted = result.damages.filter(({ confidence, is_shown }) =>
    threshold === null ? is_shown : confidence >= threshold,
  )
  const sight = image.sight_id === null ? null : sightOf(image.sight_id)
  const direction = directionOf({ ...image, sight })
  // Centring on a part says which one, not from where: two such pictures may show two damages of it.
  const azimuth = direction && direction.source !== 'centers_on' ? direction.azimuth : null
  return joinScratches(counted, Math.max(image.image_width, image.image_height)).map((damage) => ({
    image_id: image.id,
    sibling_key: image.image_sibling_key,
    azimuth,
    damage,
    scale_source: damage.size_cm === null ? null : result.scale_source,
  }))
}

/** Surest first; the rest only makes the order the same every time. */
function compareSightings(a: Sighting, b: Sighting): number {
  return (
    b.damage.confidence - a.damage.confidence ||
    compareText(a.damage.damage_type, b.damage.damage_type) ||
    compareText(a.damage.part_type, b.damage.part_type) ||
    compareText(a.image_id, b.image_id) ||
    a.damage.bounding_box.xmin - b.damage.bounding_box.xmin ||
    a.damage.bounding_box.ymin - b.damage.bounding_box.ymin
  )
}

function compareText(a: string, b: string) {
  return a < b ? -1 : a > b ? 1 : 0
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

/**
 * As sure as the surest view. Views are not independent: the same reflection deceives the same model on two pictures,
 * so multiplying doubts would claim more than is known.
 */
function fuseGroup(group: Sighting[]): FusedDamage {
  const [first] = group
  if (!first) throw new Error('a group of views is never empty')
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
    views: group.map(({ image_id, damage }) => ({
      image_id,
      bounding_box: damage.bounding_box,
      polygons: damage.polygons,
      confidence: damage.confidence,
    })),
  }
}
