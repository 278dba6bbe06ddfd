import type { PartType } from '../core/contracts/part-types.ts'

/** From where a part is seen well: its middle and how far to either side, in degrees; and what it weighs in coverage. */
export type Visibility = { azimuth: number; reach: number; weight: number }

/**
 * Written by hand for an ordinary car: a part is seen well when the camera looks at it at no more than about 60
 * degrees off its surface. Large outer panels weigh more, for most damages are on them. Parts that belong to others
 * (handles, plates, rims) and those that are not on every vehicle are left out. The right side is the mirror image.
 */
const CENTRED: Partial<Record<PartType, Visibility>> = {
  bumper_front: { azimuth: 0, reach: 60, weight: 3 },
  hood: { azimuth: 0, reach: 70, weight: 2 },
  grill: { azimuth: 0, reach: 50, weight: 1 },
  windshield_front: { azimuth: 0, reach: 55, weight: 1 },
  bumper_back: { azimuth: 180, reach: 60, weight: 3 },
  trunk: { azimuth: 180, reach: 50, weight: 2 },
  windshield_back: { azimuth: 180, reach: 50, weight: 1 },
}

const LEFT: [left: PartType, right: PartType, Visibility][] = [
  ['head_light_left', 'head_light_right', { azimuth: 25, reach: 50, weight: 1 }],
  ['fender_front_left', 'fender_front_right', { azimuth: 75, reach: 55, weight: 2 }],
  ['mirror_left', 'mirror_right', { azimuth: 60, reach: 65, weight: 1 }],
  ['door_front_left', 'door_front_right', { azimuth: 90, reach: 55, weight: 2 }],
  ['window_front_left', 'window_front_right', { azimuth: 90, reach: 55, weight: 1 }],
  ['door_back_left', 'door_back_right', { azimuth: 90, reach: 55, weight: 2 }],
  ['window_back_left', 'window_back_right', { azimuth: 90, reach: 55, weight: 1 }],
  ['rocker_panel_left', 'rocker_panel_right', { azimuth: 90, reach: 40, weight: 1 }],
  ['fender_back_left', 'fender_back_right', { azimuth: 110, reach: 55, weight: 2 }],
  ['wheel_front_left', 'wheel_front_right', { azimuth: 85, reach: 50, weight: 1 }],
  ['wheel_back_left', 'wheel_back_right', { azimuth: 95, reach: 50, weight: 1 }],
  ['tail_light_left', 'tail_light_right', { azimuth: 155, reach: 50, weight: 1 }],
]

export const PART_VISIBILITY: ReadonlyMap<string, Visibility> = new Map<string, Visibility>([
  ...Object.entries(CENTRED),
  ...LEFT.flatMap(([left, right, seen]): [string, Visibility][] => [
    [left, seen],
    [right, { ...seen, azimuth: 360 - seen.azimuth }],
  ]),
])

/** Degrees between two directions, 0 to 180. */
export function degreesBetween(a: number, b: number): number {
  return Math.abs(((((a - b) % 360) + 540) % 360) - 180)
}

export function isSeenWell({ azimuth, reach }: Visibility, from: number): boolean {
  return degreesBetween(azimuth, from) <= reach
}
