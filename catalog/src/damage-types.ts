/** What a damage can be. `light_reflection`, `shadow`, `car_curve` and `dirt` say what a model took for a damage and is none. */
export const DAMAGE_TYPES = [
  'body_crack',
  'broken_glass',
  'broken_light',
  'dent',
  'dirt',
  'hubcap_scratch',
  'misshape',
  'missing_hubcap',
  'missing_piece',
  'paint_peeling',
  'rustiness',
  'scattered_scratches',
  'scratch',
  'smash',
  'light_reflection',
  'shadow',
  'car_curve',
  'paint_damage',
] as const
export type DamageType = (typeof DAMAGE_TYPES)[number]

/** What it does to the vehicle, which decides how it is mended. `none` is no damage and never priced. */
const BEHAVIORS = ['structural', 'metal', 'paint', 'glass', 'wheel', 'none'] as const
export type Behavior = (typeof BEHAVIORS)[number]

/** Lights break as glass does, and are replaced as glass is. */
export const DAMAGE_BEHAVIORS: Record<DamageType, Behavior> = {
  body_crack: 'structural',
  broken_glass: 'glass',
  broken_light: 'glass',
  dent: 'metal',
  dirt: 'none',
  hubcap_scratch: 'wheel',
  misshape: 'structural',
  missing_hubcap: 'wheel',
  missing_piece: 'structural',
  paint_peeling: 'paint',
  rustiness: 'paint',
  scattered_scratches: 'paint',
  scratch: 'paint',
  smash: 'structural',
  light_reflection: 'none',
  shadow: 'none',
  car_curve: 'none',
  paint_damage: 'paint',
}

export function isDamage(type: DamageType): boolean {
  return DAMAGE_BEHAVIORS[type] !== 'none'
}
