import { type Corner, type Field, lengthOf, mix, type Place, type Point, roundCorners } from './geometry.ts'

export const LINE_KINDS = ['body', 'glass', 'lamp', 'line', 'trim', 'wheel', 'mirror'] as const
export type LineKind = (typeof LINE_KINDS)[number]

/** The face a flat line is laid on from: [x, z] from a side, [y, z] from an end, [x, y] from above. */
export type Face = 'left' | 'right' | 'front' | 'rear' | 'top'

/** A line on the body, or one in space. */
export type Feature =
  | { kind: LineKind; from: Face; line: readonly Point[] }
  | { kind: LineKind; from: 'space'; line: readonly Place[] }

export type Box = { length: number; width: number; height: number }

/** A closed line on a face. */
export function shape(kind: LineKind, from: Face, ...corners: Corner[]): Feature {
  return { kind, from, line: roundCorners(corners) }
}

/** A line with two ends on a face. */
export function stroke(kind: LineKind, from: Face, ...corners: Corner[]): Feature {
  return { kind, from, line: roundCorners(corners, false) }
}

/** On an end, for both sides of the middle. */
export function twins(kind: LineKind, from: Face, ...corners: Corner[]): Feature[] {
  const mirrored = corners.map(([y, z, radius = 0]): Corner => [-y, z, radius])
  return [shape(kind, from, ...corners), shape(kind, from, ...mirrored)]
}

/** On an end, from a half of its line: [y, z] from the middle outwards. */
export function symmetric(kind: LineKind, from: Face, ...half: Corner[]): Feature {
  const other = half
    .filter(([y]) => y !== 0)
    .map(([y, z, radius = 0]): Corner => [-y, z, radius])
    .toReversed()
  return shape(kind, from, ...other, ...half)
}

export function circle(
  kind: LineKind,
  [x, y, z]: Place,
  radius: number,
  [from, to]: readonly [number, number] = [0, 2 * Math.PI],
): Feature {
  const line = Array.from({ length: 73 }, (_, n): Place => {
    const angle = mix(from, to, n / 72)
    return [x - radius * Math.cos(angle), y, z + radius * Math.sin(angle)]
  })
  return { kind, from: 'space', line }
}

/** Tire and rim of one wheel, and the inner edge of the tire. */
export function wheelFeatures(x: number, side: 1 | -1, half: number, radius: number): Feature[] {
  const rings = [
    [-6, 0.97],
    [-5, 0.68],
    [-28, 0.97],
  ] as const
  return rings.map(([y, share]) => circle('wheel', [x, side * (half + y), radius], radius * share))
}

/** The places of a feature on the body; null where its line passes beside the body. */
export function layOn(body: Field, box: Box, feature: Feature): (Place | null)[] {
  if (feature.from === 'space') return [...feature.line]
  const place = placeOn(box, feature.from)
  return feature.line.map(([u, v]) => {
    const [start, end] = [place(u, v, 0), place(u, v, 1)]
    const span = lengthOf(end[0] - start[0], end[1] - start[1], end[2] - start[2])
    let share = 0
    for (let gap = 1; gap > 0.05 && share < 1; share += Math.max(0.05, gap * 0.5) / span)
      gap = body(...place(u, v, share))
    return share < 1 ? place(u, v, share) : null
  })
}

/** From outside of a face (0) into the body (1). */
function placeOn({ length, width, height }: Box, face: Face): (u: number, v: number, share: number) => Place {
  const half = width / 2
  switch (face) {
    case 'left':
      return (x, z, share) => [x, mix(half + 4, half * 0.4, share), z]
    case 'right':
      return (x, z, share) => [x, -mix(half + 4, half * 0.4, share), z]
    case 'front':
      return (y, z, share) => [mix(-4, length * 0.6, share), y, z]
    case 'rear':
      return (y, z, share) => [mix(length + 4, length * 0.4, share), y, z]
    case 'top':
      return (x, y, share) => [x, y, mix(height + 4, height * 0.25, share)]
  }
}
