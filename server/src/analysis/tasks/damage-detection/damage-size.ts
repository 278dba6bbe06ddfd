import type {
  DamageAnalysis,
  FoundDamage,
  FoundPart,
  Point,
  ScaleSource,
} from '../../../core/contracts/findings.ts'
import type { PartType } from '../../../core/contracts/part-types.ts'
import { isInPicture } from '../../boxes.ts'
import { faceOf } from '../../damage/part-kinds.ts'
import { sizeOfPart, withoutSide } from '../../damage/part-sizes.ts'
import type { PictureFacts } from '../../damage/picture-facts.ts'
import { bodyOf, CAR_BODIES, isUnknownType, type VehicleBody } from '../../damage/vehicle-bodies.ts'
import type { Vehicle } from '../../detect-vehicle.ts'
import { smallestBox } from '../../text/box-geometry.ts'

export type Scale = {
  source: ScaleSource
  mm_per_px: number
  error: number
  /** From where the vehicle is seen, where a sight says it: surfaces seen aslant look shorter than they are. */
  azimuth: number | null
  /** The same to the next 45 degrees, where only a person or the pixels say it: enough to know what is seen edge on. */
  seen_azimuth: number | null
}

type Directions = Pick<Scale, 'azimuth' | 'seen_azimuth'>
type Size = Pick<FoundDamage, 'size_cm' | 'size_cm_low' | 'size_cm_high' | 'scale_source'>

/**
 * How far sizes may be off. By the parts beside them, the widths of plates are 0.11 off in the mean, and 15 of 15 less than the bar
 * (`pnpm evaluate --only parts`). The others are rules of thumb.
 */
const ERROR = { parts: 0.3, part: 0.5, sight: 0.15, vehicle_type: 0.3 }
const RESOLVABLE_PX = 8
/** Surfaces seen more aslant than this (as a cosine) cannot be measured. */
const ASLANT_MIN = 0.3
/** What lies flat looks lower than it is; lower than this, a few pixels of it are half of it. From the side a hood is that low. */
const FLAT_MIN = 0.2
export const NO_SIZE: Size = { size_cm: null, size_cm_low: null, size_cm_high: null, scale_source: null }

/**
 * How large a pixel is at the vehicle; null where nothing of known size is in the picture, as on close-ups. A vehicle whose type
 * and direction are known is the best measure, then its parts, then its height.
 */
export function scaleOf(
  facts: PictureFacts,
  image: { image_width: number; image_height: number; vehicle_type: string | null },
  parts: readonly FoundPart[],
): Scale | null {
  const byVehicle = scaleByVehicle(facts, image)
  return byVehicle?.source === 'sight' ? byVehicle : (scaleByParts(facts, image, parts) ?? byVehicle)
}

/** Large parts whose outlines are much the same on all cars. */
const RULERS = [
  'bumper_back',
  'bumper_front',
  'door_back',
  'door_front',
  'trunk',
  'windshield_back',
  'windshield_front',
]

/** Vehicles are hardly ever higher than this, as a share of their body's height. */
const HEIGHT_MAX = 1.2

/**
 * What is partly hidden, or seen aslant, looks shorter than it is, and makes a pixel too large: the smallest pixel is right, if it
 * leaves the vehicle no higher than vehicles are.
 */
function scaleByParts(
  facts: PictureFacts,
  { image_width, image_height, vehicle_type }: Parameters<typeof scaleOf>[1],
  parts: readonly FoundPart[],
): Scale | null {
  const isCar = isUnknownType(vehicle_type) && (facts.vehicle === null || facts.vehicle.kind === 'car')
  if (!isCar && !bodyOf(vehicle_type)) return null
  const directions = directionsOf(facts)
  const image = { width: image_width, height: image_height }
  const largest = largestPixelOf(facts.vehicle, vehicle_type, image_height)
  const pixels = parts
    .filter((part) => RULERS.includes(withoutSide(part.part_type)) && isInPicture(part.bounding_box, image))
    .flatMap(({ part_type, bounding_box }) => {
      const width = sizeOfPart(part_type)?.width ?? 0
      return slantsOf(part_type, directions).map((slant) => (width * 10 * slant) / bounding_box.width)
    })
    .filter((mmPerPx) => mmPerPx <= largest)
  if (pixels.length === 0) return null
  return { source: 'part', mm_per_px: Math.min(...pixels), error: ERROR.parts, ...directions }
}

function largestPixelOf(vehicle: Vehicle | null, vehicleType: string | null, imageHeight: number): number {
  if (!vehicle) return Number.POSITIVE_INFINITY
  const height = bodyOf(vehicleType)?.height ?? Math.max(...CAR_BODIES.map((body) => body.height))
  return (HEIGHT_MAX * height * 10) / ((vehicle.box.bottom - vehicle.box.top) * imageHeight)
}

function scaleByVehicle(facts: PictureFacts, image: Parameters<typeof scaleOf>[1]): Scale | null {
  const directions = directionsOf(facts)
  const { azimuth } = directions
  const { whole, vehicle } = facts
  const declared = bodyOf(image.vehicle_type)
  const body = declared ?? (isUnknownType(image.vehicle_type) && vehicle?.kind === 'car' ? meanCar() : null)
  if (!whole || !body) return null
  const widthPx = (whole.right - whole.left) * image.image_width
  const heightPx = (whole.bottom - whole.top) * image.image_height
  // The height is the same from every side.
  const byHeight = (body.height * 10) / heightPx
  if (azimuth === null)
    return { source: 'vehicle_type', mm_per_px: byHeight, error: ERROR.vehicle_type, ...directions }
  const mm_per_px = (widthSeenFrom(azimuth, body) * 10) / widthPx
  const source = declared ? 'sight' : 'vehicle_type'
  return { source, mm_per_px, error: ERROR[source], ...directions }
}

function directionsOf({ sight, azimuth }: PictureFacts): Directions {
  const told = sight?.azimuth ?? null
  return { azimuth: told, seen_azimuth: told === null ? azimuth : null }
}

function meanCar(): Pick<VehicleBody, 'length' | 'width' | 'height'> {
  const mean = (key: 'length' | 'width' | 'height') =>
    CAR_BODIES.reduce((sum, body) => sum + body[key], 0) / CAR_BODIES.length
  return { length: mean('length'), width: mean('width'), height: mean('height') }
}

function widthSeenFrom(azimuth: number, body: Pick<VehicleBody, 'length' | 'width'>) {
  const { side, end } = cosines(azimuth)
  return body.length * side + body.width * end
}

/** How squarely the sides and the ends of a vehicle are seen. */
function cosines(azimuth: number) {
  const angle = (azimuth * Math.PI) / 180
  return { side: Math.abs(Math.sin(angle)), end: Math.abs(Math.cos(angle)) }
}

/**
 * The longer side of the smallest rectangle around a damage, with how far it may be off. No damage is longer than its part: what
 * would be has run over its edge.
 */
export function sizeOf(polygon: readonly Point[], part: PartType, scale: Scale | null): Size | null {
  if (!scale) return null
  const slants = slantsOf(part, scale)
  if (slants.length === 0) return null
  const most = longestOn(part)
  const lengths = slants.map((slant) => Math.min(most, (longestSide(polygon, slant) * scale.mm_per_px) / 10))
  const least = Math.min(...lengths)
  return {
    size_cm: centimetres(least),
    size_cm_low: centimetres(least * (1 - scale.error)),
    size_cm_high: centimetres(Math.max(...lengths) * (1 + scale.error)),
    scale_source: scale.source,
  }
}

/**
 * By the part a damage is on, where all of that part is seen: both are seen equally aslant, so nothing of the vehicle or of the
 * direction need be known. A part that looks far narrower than it is goes around a corner, or is seen edge on. Rougher than a vehicle that is seen whole: parts differ more than vehicles do.
 */
export function sizeOnPart(
  polygon: readonly Point[],
  part: FoundPart | undefined,
  image: { width: number; height: number },
): Size | null {
  const size = part && sizeOfPart(part.part_type)
  if (!size || !isInPicture(part.bounding_box, image)) return null
  const { width, height } = part.bounding_box
  const squareness = width / size.width / (height / size.height)
  const isAslant = faceOf(part.part_type) === 'top' ? 1 / squareness < FLAT_MIN : squareness < ASLANT_MIN
  if (isAslant) return null
  const scaled = polygon.map(([x, y]): Point => [(x / width) * size.width, (y / height) * size.height])
  const { along, across } = smallestBox(scaled)
  const longest = Math.min(2 * Math.max(along, across), longestOn(part.part_type))
  return {
    size_cm: centimetres(longest),
    size_cm_low: centimetres(longest * (1 - ERROR.part)),
    size_cm_high: centimetres(longest * (1 + ERROR.part)),
    scale_source: 'part',
  }
}

function longestOn(part: PartType): number {
  const size = sizeOfPart(part)
  return size ? Math.hypot(size.width, size.height) : Number.POSITIVE_INFINITY
}

/** The cosines under which the surface of a part may be seen; none when it is too aslant or lies flat. */
function slantsOf(part: PartType, { azimuth, seen_azimuth }: Directions): number[] {
  const face = faceOf(part)
  if (face === 'top') return []
  const direction = azimuth ?? seen_azimuth
  if (direction === null) return [1]
  const { side, end } = cosines(direction)
  const possible = face === 'side' ? [side] : face === 'end' ? [end] : [side, end]
  const measurable = possible.filter((cosine) => cosine >= ASLANT_MIN)
  return azimuth === null ? measurable.slice(0, 1).map(() => 1) : measurable
}

/** Vehicles turn about an upright axis, so only the width of what is seen shrinks. */
function longestSide(polygon: readonly Point[], slant: number): number {
  const { along, across } = smallestBox(polygon.map(([x, y]): Point => [x / slant, y]))
  return 2 * Math.max(along, across)
}

function centimetres(value: number) {
  return Math.max(0.1, Math.round(value * 10) / 10)
}

/** The scale of a picture that was analyzed before, from what is recorded of it. */
export function storedScaleOf({ min_resolvable_mm, scale_source }: Partial<DamageAnalysis>) {
  if (!min_resolvable_mm || !scale_source) return { mm_per_pixel: null, mm_error_share: null }
  const error = scale_source === 'part' ? ERROR.parts : ERROR[scale_source]
  return { mm_per_pixel: min_resolvable_mm / RESOLVABLE_PX, mm_error_share: error }
}

export function minResolvableMm(scale: Scale | null): number | null {
  return scale && Math.round(scale.mm_per_px * RESOLVABLE_PX * 10) / 10
}
