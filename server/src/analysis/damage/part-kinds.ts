import type { DamageType } from '../../core/contracts/damage-types.ts'
import { PART_TYPES, type PartType } from '../../core/contracts/part-types.ts'

const GLASS = /^(windshield|window|quarter_window|mirror_(left|right))/
const LIGHT = /light|turn_signal/
const WHEEL = /^(wheel|rim|hubcap)/
const PLASTIC = /^(grill|license_plate|logo|hook|wiper|handle|mirror_support)/
const SMALL = /^(ignore|background|interior|car_inside|damaged_car_inside)$/

const isPanel = (part: PartType) => ![GLASS, LIGHT, WHEEL, PLASTIC].some((kind) => kind.test(part))
const isPainted = (part: PartType) => isPanel(part) || /^(mirror_(left|right)|handle)/.test(part)

/** Where a damage of each type the model finds can be. Types that are not listed can be anywhere. */
const FITS: Partial<Record<DamageType, (part: PartType) => boolean>> = {
  broken_glass: (part) => GLASS.test(part),
  broken_light: (part) => LIGHT.test(part),
  dent: isPanel,
  // The one class of the model behind it was learned from hoods alone.
  misshape: (part) => part === 'hood',
  paint_peeling: isPainted,
  scattered_scratches: (part) => isPainted(part) || WHEEL.test(part),
  scratch: (part) => isPainted(part) || WHEEL.test(part),
}

export function fitsPart(damageType: DamageType, part: PartType): boolean {
  return FITS[damageType]?.(part) ?? true
}

/** The part a client names, when it is one a damage can be on. */
export function outerPart(name: string): PartType | null {
  const part = PART_TYPES.find((part) => part === name)
  return part && !SMALL.test(part) ? part : null
}

/** Which way a part looks; null where that differs from vehicle to vehicle. */
export function faceOf(part: PartType): 'side' | 'end' | 'top' | null {
  if (/^(hood|roof)$/.test(part)) return 'top'
  if (/^(bumper|grill|head_light|tail_light|trunk|windshield|license_plate|fog_light)/.test(part))
    return 'end'
  if (
    /^(door|fender|rocker_panel|window|quarter_window|wheel|rim|hubcap|handle_(front|back)_(left|right))/.test(
      part,
    )
  )
    return 'side'
  return null
}

/** By the labels of sights that show one part. Those that show several, such as `doors-left`, name none. */
export function partOfLabel(label: string): PartType | null {
  const words = label.split('-')
  const side = words.find((word) => word === 'left' || word === 'right')
  if (!side) return LABELS[label] ?? null
  const name = words.filter((word) => word !== side).join('-')
  return SIDED_LABELS[name]?.(side === 'left' ? 'left' : 'right') ?? null
}

const LABELS: Record<string, PartType> = { hood: 'hood', windshield: 'windshield_front' }

const SIDED_LABELS: Record<string, (side: 'left' | 'right') => PartType> = {
  'front-bumper-side': () => 'bumper_front',
  'front-door': (side) => `door_front_${side}`,
  'front-fender': (side) => `fender_front_${side}`,
  'front-wheel': (side) => `wheel_front_${side}`,
  headlight: (side) => `head_light_${side}`,
  mirror: (side) => `mirror_${side}`,
  'rear-bumper-side': () => 'bumper_back',
  'rear-door': (side) => `door_back_${side}`,
  'rear-fender': (side) => `fender_back_${side}`,
  'rear-wheel': (side) => `wheel_back_${side}`,
  'rocker-panel': (side) => `rocker_panel_${side}`,
  'rocker-panel-rear': (side) => `rocker_panel_${side}`,
  taillight: (side) => `tail_light_${side}`,
}
