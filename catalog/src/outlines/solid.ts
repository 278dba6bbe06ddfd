import { type Field, lengthOf, roundMax } from './geometry.ts'

export type Solid = { body: Field; mirror: Field; all: Field }

/** The middle of a mirror: how far behind the nose, how high, how far outside of the body. */
export type MirrorPlace = readonly [x: number, z: number, out: number]

export function mirrorField(
  half: number,
  [x0, z0, gap]: MirrorPlace,
  [rx, ry, rz]: readonly [number, number, number],
): Field {
  return (x, y, z) => {
    const out = Math.abs(y) - half - gap
    const dx = Math.abs(x - x0 - out * 0.25) - rx + 6
    const dy = Math.abs(out) - ry + 6
    const dz = Math.abs(z - z0) - rz + 6
    const outside = lengthOf(Math.max(0, dx), Math.max(0, dy), Math.max(0, dz))
    return outside + Math.min(0, Math.max(dx, dy, dz)) - 6
  }
}

/** Two axles with a wheel on either side. */
export function wheelField(half: number, [front, back]: readonly [number, number], radius: number): Field {
  const middle = (front + back) / 2
  return (x, y, z) => {
    const reach = lengthOf(x - (x < middle ? front : back), z - radius) - radius
    return roundMax(reach, Math.abs(Math.abs(y) - half + 17) - 12, 5)
  }
}

/** What the wheel arches leave: below zero outside of them. */
export function archField(
  half: number,
  [front, back]: readonly [number, number],
  { wheelRadius, radius }: { wheelRadius: number; radius: number },
): Field {
  const middle = (front + back) / 2
  return (x, y, z) => {
    const reach = radius - lengthOf(x - (x < middle ? front : back), z - wheelRadius)
    return Math.min(reach, Math.abs(y) - half + 34)
  }
}
