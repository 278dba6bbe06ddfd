import type { FoundDamage } from '../../core/contracts/findings.ts'
import type { PartType } from '../../core/contracts/part-types.ts'
import type { FractionBox } from '../detect-vehicle.ts'
import { liesBeside, partOnMap } from '../part-map/part-on-map.ts'
import type { PartMap } from '../part-map/segment-parts.ts'
import { round } from '../round.ts'
import type { DamageArea } from './damage-area.ts'
import { fitsPart, outerPart, partOfLabel } from './part-kinds.ts'
import { layoutSeenFrom, partAt } from './part-layout.ts'
import type { PictureFacts } from './picture-facts.ts'
import { bodyOf, CAR_BODIES, isUnknownType, type VehicleBody } from './vehicle-bodies.ts'

export type PartOfDamage = Pick<FoundDamage, 'part_type' | 'part_confidence' | 'part_source'>

const UNKNOWN: PartOfDamage = { part_type: 'ignore', part_confidence: 0, part_source: 'none' }

/** Share of a damage that must lie on one part; less is no clear answer. */
const OVERLAP_MIN = 0.6
/** People stand about this far from where a sight wants them, in degrees. */
const AZIMUTHS_OFF = [-8, 0, 8]
/** A picture of one part shows its neighbours along the edges. */
const MIDDLE: FractionBox = { left: 0.15, top: 0.15, right: 0.85, bottom: 0.85 }
/** How far a person is trusted to have framed the part they were asked for, or said they would. Not measured. */
const FRAMING_TRUST = 0.7

/**
 * The part a damage is on, from the surest source that knows: the one part that the picture was taken of, the pixels,
 * where parts lie on a vehicle seen from the sight. `ignore` rather than a guess.
 */
export function partOfDamage(
  damage: DamageArea,
  facts: PictureFacts,
  vehicleType: string | null,
  map: PartMap | null,
): PartOfDamage {
  return (
    partOfSight(damage, facts) ??
    partCentredOn(damage, facts) ??
    partByPixels(damage, map) ??
    partOnVehicle(damage, facts, vehicleType, map) ??
    UNKNOWN
  )
}

/** On a picture of the whole vehicle: where parts lie in its box, seen from the sight's direction. */
function partOnVehicle(
  damage: DamageArea,
  facts: PictureFacts,
  vehicleType: string | null,
  map: PartMap | null,
): PartOfDamage | null {
  const { sight, whole, vehicle } = facts
  if (map && liesBeside(damage, map)) return null
  if (!sight || sight.azimuth === null || !whole || !vehicle) return null
  const { azimuth } = sight
  const found = bodiesOf(vehicleType, vehicle.kind).flatMap((body) =>
    AZIMUTHS_OFF.map((off) => mostlyOn(damage, whole, layoutSeenFrom(azimuth + off, body))),
  )
  const [first] = found
  // What a step aside, or a longer car where the type is not known, would change is not known.
  if (!first || found.some((each) => each?.part !== first.part)) return null
  const overlap = Math.min(...found.map((each) => each?.overlap ?? 0))
  return partFound(damage, first.part, overlap * vehicle.score, 'sight')
}

export function bodiesOf(vehicleType: string | null, kind: string): readonly VehicleBody[] {
  const body = bodyOf(vehicleType)
  if (body) return [body]
  return isUnknownType(vehicleType) && kind === 'car' ? CAR_BODIES : []
}

function mostlyOn(
  { cells, side }: DamageArea,
  box: FractionBox,
  layout: ReturnType<typeof layoutSeenFrom>,
): { part: PartType; overlap: number } | null {
  const counts = new Map<PartType, number>()
  for (const cell of cells) {
    const x = ((cell % side) + 0.5) / side
    const y = (Math.floor(cell / side) + 0.5) / side
    const part = partAt(
      layout,
      (x - box.left) / (box.right - box.left),
      (y - box.top) / (box.bottom - box.top),
    )
    if (part) counts.set(part, (counts.get(part) ?? 0) + 1)
  }
  for (const [part, count] of counts) {
    if (count / cells.length >= OVERLAP_MIN) return { part, overlap: count / cells.length }
  }
  return null
}

function partOfSight(damage: DamageArea, { sight }: PictureFacts): PartOfDamage | null {
  return framedPart(damage, sight && partOfLabel(sight.label), 'sight')
}

function partCentredOn(damage: DamageArea, { centers_on }: PictureFacts): PartOfDamage | null {
  const [name] = centers_on
  return framedPart(
    damage,
    name !== undefined && centers_on.length === 1 ? outerPart(name) : null,
    'centers_on',
  )
}

function framedPart(
  damage: DamageArea,
  part: PartType | null,
  source: 'sight' | 'centers_on',
): PartOfDamage | null {
  const overlap = shareInside(damage, MIDDLE)
  return part && overlap >= OVERLAP_MIN ? partFound(damage, part, overlap * FRAMING_TRUST, source) : null
}

function partByPixels(damage: DamageArea, map: PartMap | null): PartOfDamage | null {
  const found = map && partOnMap(damage, map)
  return found ? partFound(damage, found.part, found.confidence, 'pixels') : null
}

function partFound(
  { damage_type }: DamageArea,
  part: PartType,
  confidence: number,
  source: PartOfDamage['part_source'],
): PartOfDamage | null {
  if (!fitsPart(damage_type, part)) return null
  return { part_type: part, part_confidence: round(confidence), part_source: source }
}

/** Share of a damage that lies inside a box. */
export function shareInside({ cells, side }: Pick<DamageArea, 'cells' | 'side'>, box: FractionBox): number {
  const inside = cells.reduce((count, cell) => {
    const x = ((cell % side) + 0.5) / side
    const y = (Math.floor(cell / side) + 0.5) / side
    return count + (x >= box.left && x <= box.right && y >= box.top && y <= box.bottom ? 1 : 0)
  }, 0)
  return inside / cells.length
}
