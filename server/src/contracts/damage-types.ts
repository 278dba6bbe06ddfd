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
