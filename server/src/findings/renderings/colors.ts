import type { DamageType } from '../../core/contracts/damage-types.ts'

export type Color = readonly [red: number, green: number, blue: number]

// The palette of Okabe and Ito, which most people with a color vision deficiency tell apart.
const YELLOW: Color = [240, 228, 66]
const SKY: Color = [86, 180, 233]
const BLUE: Color = [0, 114, 178]
const GREEN: Color = [0, 158, 115]
const VERMILION: Color = [213, 94, 0]
const ORANGE: Color = [230, 159, 0]
const PURPLE: Color = [204, 121, 167]
const WHITE: Color = [255, 255, 255]

/** Damages that are mended alike look alike; what is none is white. */
export const DAMAGE_COLORS: Record<DamageType, Color> = {
  scratch: YELLOW,
  scattered_scratches: YELLOW,
  hubcap_scratch: YELLOW,
  dent: SKY,
  misshape: BLUE,
  smash: VERMILION,
  body_crack: VERMILION,
  broken_glass: GREEN,
  broken_light: GREEN,
  missing_piece: PURPLE,
  missing_hubcap: PURPLE,
  paint_damage: ORANGE,
  paint_peeling: ORANGE,
  rustiness: ORANGE,
  dirt: WHITE,
  light_reflection: WHITE,
  shadow: WHITE,
  car_curve: WHITE,
}
