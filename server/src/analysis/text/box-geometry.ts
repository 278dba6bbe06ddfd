import type { Point } from '../../core/contracts/findings.ts'

/** Four corners, clockwise on the screen: top left, top right, bottom right, bottom left of the line of text. */
export type Quad = [Point, Point, Point, Point]

export type PlacedLine = { text: string; confidence: number; corners: Quad }

function turn(origin: Point, a: Point, b: Point): number {
  return (a[0] - origin[0]) * (b[1] - origin[1]) - (a[1] - origin[1]) * (b[0] - origin[0])
}

function halfHull(points: Point[]): Point[] {
  const hull: Point[] = []
  for (const point of points) {
    for (;;) {
      const [before, last] = [hull.at(-2), hull.at(-1)]
      if (!before || !last || turn(before, last, point) > 0) break
      hull.pop()
    }
    hull.push(point)
  }
  return hull.slice(0, -1)
}

/** Andrew's monotone chain. */
export function convexHull(points: Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
  if (sorted.length < 3) return sorted
  return [...halfHull(sorted), ...halfHull(sorted.toReversed())]
}

/** A rectangle by its centre, the direction of its first side, and half of both sides. */
export type RotatedBox = { center: Point; direction: Point; along: number; across: number }

function boxAlong(hull: Point[], direction: Point): RotatedBox {
  const [dx, dy] = direction
  let [alongMin, alongMax, acrossMin, acrossMax] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const [x, y] of hull) {
    const along = x * dx + y * dy
    const across = y * dx - x * dy
    alongMin = Math.min(alongMin, along)
    alongMax = Math.max(alongMax, along)
    acrossMin = Math.min(acrossMin, across)
    acrossMax = Math.max(acrossMax, across)
  }
  const along = (alongMin + alongMax) / 2
  const across = (acrossMin + acrossMax) / 2
  return {
    center: [along * dx - across * dy, along * dy + across * dx],
    direction,
    along: (alongMax - alongMin) / 2,
    across: (acrossMax - acrossMin) / 2,
  }
}

/** The rectangle of least area around the points: one of its sides lies on a side of their hull. */
export function smallestBox(points: Point[]): RotatedBox {
  const hull = convexHull(points)
  let best = boxAlong(hull, [1, 0])
  hull.forEach((from, index) => {
    const to = hull[(index + 1) % hull.length] ?? from
    const length = Math.hypot(to[0] - from[0], to[1] - from[1])
    if (length === 0) return
    const box = boxAlong(hull, [(to[0] - from[0]) / length, (to[1] - from[1]) / length])
    // Clearly smaller: of two that are equal but for rounding, the upright one stays.
    if (box.along * box.across < best.along * best.across * 0.999) best = box
  })
  return best
}

/**
 * Corners in reading order. Text runs along the longer side and to the right; a box that stands more than it lies is
 * read from its top end to its bottom end, as most signs and plates that stand are written.
 */
export function cornersOf(box: RotatedBox): Quad {
  const lies = box.along >= box.across
  let [ux, uy] = lies ? box.direction : [-box.direction[1], box.direction[0]]
  const [half, rise] = lies ? [box.along, box.across] : [box.across, box.along]
  // A box that is nearly square is taken for an upright one: its direction says nothing.
  if (half < rise * 1.5 && Math.abs(ux) < Math.abs(uy))
    return quad(box.center, turnedRight(ux, uy), rise, half)
  if (Math.abs(ux) >= Math.abs(uy) ? ux < 0 : uy < 0) [ux, uy] = [-ux, -uy]
  return quad(box.center, [ux, uy], half, rise)
}

function turnedRight(ux: number, uy: number): Point {
  return uy < 0 ? [-uy, ux] : [uy, -ux]
}

function quad([cx, cy]: Point, [ux, uy]: Point, half: number, rise: number): Quad {
  const corner = (along: number, across: number): Point => [
    cx + along * half * ux - across * rise * uy,
    cy + along * half * uy + across * rise * ux,
  ]
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)]
}

export function widthOf(corners: Quad): number {
  return Math.hypot(corners[1][0] - corners[0][0], corners[1][1] - corners[0][1])
}

export function heightOf(corners: Quad): number {
  return Math.hypot(corners[3][0] - corners[0][0], corners[3][1] - corners[0][1])
}

export function centerOf(corners: Quad): Point {
  const sum = corners.reduce((total, [x, y]): Point => [total[0] + x, total[1] + y], [0, 0])
  return [sum[0] / 4, sum[1] / 4]
}

export function mapQuad(corners: Quad, map: (point: Point) => Point): Quad {
  return [map(corners[0]), map(corners[1]), map(corners[2]), map(corners[3])]
}

/** The box made longer at both ends and higher at both sides, by shares of its height. */
export function widen(corners: Quad, endShare: number, sideShare: number): Quad {
  const width = widthOf(corners) || 1
  const height = heightOf(corners) || 1
  const along: Point = [(corners[1][0] - corners[0][0]) / width, (corners[1][1] - corners[0][1]) / width]
  const across: Point = [(corners[3][0] - corners[0][0]) / height, (corners[3][1] - corners[0][1]) / height]
  const [end, side] = [endShare * height, sideShare * height]
  const move = ([x, y]: Point, u: number, v: number): Point => [
    x + along[0] * end * u + across[0] * side * v,
    y + along[1] * end * u + across[1] * side * v,
  ]
  return [move(corners[0], -1, -1), move(corners[1], 1, -1), move(corners[2], 1, 1), move(corners[3], -1, 1)]
}

/** The same box read from its other end. */
export function turnAround(corners: Quad): Quad {
  return [corners[2], corners[3], corners[0], corners[1]]
}
