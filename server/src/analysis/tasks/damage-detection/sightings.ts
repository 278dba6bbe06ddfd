import type {
  Box,
  DamageDetectionResult,
  FoundDamage,
  FoundPart,
  ScaleSource,
} from '../../../core/contracts/findings.ts'
import type { AnalyzedImage } from '../../analyzed-image.ts'
import { isInPicture } from '../../boxes.ts'
import { sightOf } from '../../sights.ts'
import { directionOf } from '../../viewpoint.ts'
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
> & { seen_from?: AnalyzedImage['seen_from'] }

/** A finding with what says whether another picture may show the same damage. */
export type Sighting = {
  image_id: string
  sibling_key: string | null
  azimuth: number | null
  damage: FoundDamage
  scale_source: ScaleSource | null
  /** Only of findings without a part on frames of a walk-around. */
  place: Place | null
  /** Only where all of the part is in the picture. */
  on_part: PlaceOnPart | null
}

/** Where the middle of a damage lies in the box of the vehicle, and how much of that box it takes, all in shares. */
export type Place = { azimuth: number; across: number; down: number; area: number }

/** The middle and the size of a damage's box in the box of its part, all in shares. */
export type PlaceOnPart = { across: number; down: number; width: number; height: number }

/** The documented default, which the published clients send with every task. It asks for nothing beyond the default. */
const THRESHOLD_DEFAULT = 0.3

/** What counts of one picture, each with what its picture says of it. */
export function sightingsOf(
  { image, result }: { image: FusedImage; result: DamageDetectionResult },
  threshold: number | null,
): Sighting[] {
  const counted = result.damages.filter((damage) => isCounted(damage, threshold ?? THRESHOLD_DEFAULT))
  const sight = image.sight_id === null ? null : sightOf(image.sight_id)
  const told = directionOf({ ...image, sight })
  const direction = directionOf({ ...image, sight, seen_view: result.seen_view })
  // Centring on a part says which one, not from where: two such pictures may show two damages of it.
  const azimuth = direction && direction.source !== 'centers_on' ? direction.azimuth : null
  const frameAzimuth = told?.source === 'alpha' ? told.azimuth : null
  return joinScratches(counted, Math.max(image.image_width, image.image_height)).map((damage) => ({
    image_id: image.id,
    sibling_key: image.image_sibling_key,
    azimuth,
    damage,
    scale_source: damage.size_cm === null ? null : (damage.scale_source ?? result.scale_source),
    place: damage.part_type === 'ignore' ? placeOf(damage.bounding_box, result.vehicle, frameAzimuth) : null,
    on_part: placeOnPart(damage, result.parts ?? [], image),
  }))
}

/** Above the default a threshold makes the choice of the model stricter; below it asks for what the model hides, too. */
function isCounted({ confidence, is_shown }: FoundDamage, threshold: number): boolean {
  if (threshold < THRESHOLD_DEFAULT) return is_shown || confidence >= threshold
  return is_shown && (threshold === THRESHOLD_DEFAULT || confidence >= threshold)
}

function placeOf(damage: Box, vehicle: Box | null, azimuth: number | null): Place | null {
  if (azimuth === null || !vehicle || vehicle.width <= 0 || vehicle.height <= 0) return null
  return {
    azimuth,
    across: (damage.xmin + damage.width / 2 - vehicle.xmin) / vehicle.width,
    down: (damage.ymin + damage.height / 2 - vehicle.ymin) / vehicle.height,
    area: (damage.width * damage.height) / (vehicle.width * vehicle.height),
  }
}

function placeOnPart(
  { part_type, bounding_box: damage }: FoundDamage,
  parts: readonly FoundPart[],
  image: FusedImage,
): PlaceOnPart | null {
  const part = parts.find((each) => each.part_type === part_type)?.bounding_box
  if (!part || !isInPicture(part, { width: image.image_width, height: image.image_height })) return null
  return {
    across: (damage.xmin + damage.width / 2 - part.xmin) / part.width,
    down: (damage.ymin + damage.height / 2 - part.ymin) / part.height,
    width: damage.width / part.width,
    height: damage.height / part.height,
  }
}

/** Surest first; the rest only makes the order the same every time. */
export function compareSightings(a: Sighting, b: Sighting): number {
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
