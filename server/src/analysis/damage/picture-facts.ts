import { OCR_IMAGE_TYPES } from '../../core/contracts/findings.ts'
import type { AnalyzedImage } from '../analyzed-image.ts'
import { areaOf, type FractionBox, type Vehicle } from '../detect-vehicle.ts'
import { type Sight, sightOf } from '../sights.ts'
import { centersOnOf, directionOf, isWrongSide, takenFrom, type Viewpoint } from '../viewpoint.ts'

/** What is known of a picture before anything on it is named or measured. */
export type PictureFacts = {
  sight: Sight | null
  /** From where it was taken, in degrees, as a person, its sight or its pixels say; null when none does. */
  azimuth: number | null
  vehicle: Vehicle | null
  /** The box of the vehicle where the whole of it is in the picture. */
  whole: FractionBox | null
  centers_on: string[]
}

const SCORE_MIN = 0.4
const EDGE_MARGIN = 0.01
const AREA_MIN = 0.1

export function factsOf(
  image: AnalyzedImage,
  vehicle: Vehicle | null,
  seen: Viewpoint | null = null,
): PictureFacts {
  const asked = image.sight_id === null ? null : sightOf(image.sight_id)
  const taken = takenFrom(image, seen)
  // What was asked for and what was taken may be two sides of the vehicle: then the sight says nothing of this picture.
  const sight = isWrongSide(asked, taken) ? null : asked
  const direction = directionOf({ ...image, sight, seen_view: seen })
  return {
    sight,
    // A walk-around only counts from where it was begun, and what a picture centres on is seen from many sides.
    azimuth: direction && !['alpha', 'centers_on'].includes(direction.source) ? direction.azimuth : null,
    vehicle,
    whole: wholeBox(image, sight, vehicle),
    centers_on: centersOnOf(image.detailed_viewpoint),
  }
}

/** A box that touches the edge of the picture says nothing about where the vehicle ends. */
function wholeBox(image: AnalyzedImage, sight: Sight | null, vehicle: Vehicle | null): FractionBox | null {
  if (image.image_type === 'close_up' || (sight && !sight.whole_vehicle)) return null
  if (!vehicle || vehicle.kind === 'motorcycle' || vehicle.score < SCORE_MIN) return null
  const { left, top, right, bottom } = vehicle.box
  const inside = Math.min(left, top, 1 - right, 1 - bottom) > EDGE_MARGIN
  return inside && areaOf(vehicle.box) >= AREA_MIN ? vehicle.box : null
}

const INSIDE = new Set([
  'keys',
  'dashboard',
  'seats',
  'trunk_interior',
  'interior',
  'car_inside',
  'damaged_car_inside',
])

/** Pictures of the inside and of papers: the model has learned the outside only and would see damages everywhere. */
export function showsOutside(image: AnalyzedImage): boolean {
  const sight = image.sight_id === null ? null : sightOf(image.sight_id)
  if (sight) return sight.category === 'exterior'
  if (OCR_IMAGE_TYPES.some((type) => type === image.details.image_type)) return false
  if (image.detailed_viewpoint?.is_exterior === false) return false
  const elements = centersOnOf(image.detailed_viewpoint)
  return elements.length === 0 || elements.some((element) => !INSIDE.has(element))
}
