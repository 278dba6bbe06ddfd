import type { PartType } from '../parts.ts'
import { area, type Corner, disc, lines, type Point, type Shape } from './shapes.ts'

const ARCH_GAP = 7
const ARCH_STEPS = 18
const SPOKES = 5

type Wheels = { wheelRadius: number }

/** Both wheels of the left side in their arches. The arch ends at `floor` above the ground. */
export function wheelsFromSide(
  { wheelRadius }: Wheels,
  height: number,
  [front, back]: readonly [number, number],
  floor: number,
): Shape[] {
  const y = height - wheelRadius
  const wheel = (name: PartType, hubcap: PartType, x: number): Shape[] => [
    arch([x, y], wheelRadius + ARCH_GAP, height - floor),
    disc(name, 'tire', [x, y], wheelRadius),
    disc(hubcap, 'part', [x, y], wheelRadius * 0.64),
    spokes([x, y], wheelRadius),
  ]
  return [
    ...wheel('wheel_front_left', 'hubcap_front_left', front),
    ...wheel('wheel_back_left', 'hubcap_back_left', back),
  ]
}

/** The part of a circle above the floor, as a polygon of many corners. */
function arch([x, y]: Point, radius: number, floorY: number): Shape {
  const dip = Math.asin(Math.min(1, (floorY - y) / radius))
  const corners = Array.from({ length: ARCH_STEPS + 1 }, (_, step): Corner => {
    const angle = Math.PI - dip + (step / ARCH_STEPS) * (Math.PI + 2 * dip)
    return [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius]
  })
  return area('well', corners, 0)
}

function spokes([x, y]: Point, radius: number): Shape {
  return lines(
    ...Array.from({ length: SPOKES }, (_, spoke) => {
      const angle = (spoke / SPOKES) * 2 * Math.PI - Math.PI / 2
      const on = (share: number): Point => [
        x + Math.cos(angle) * radius * share,
        y + Math.sin(angle) * radius * share,
      ]
      return [on(0.16), on(0.58)] as const
    }),
  )
}
