import type { Box, Point } from '../../../core/contracts/findings.ts'
import type { Matrix } from './types.ts'

export function mapPoint(m: Matrix, x: number, y: number): Point {
  const w = m[6] * x + m[7] * y + m[8]
  return [(m[0] * x + m[1] * y + m[2]) / w, (m[3] * x + m[4] * y + m[5]) / w]
}

export const mapPolygons = (m: Matrix, polygons: readonly Point[][]): Point[][] =>
  polygons.map((polygon) => polygon.map(([x, y]) => mapPoint(m, x, y)))

/** Three times three values as a matrix whose last value is 1. */
export function matrixOf(values: readonly number[]): Matrix {
  const [a = 1, b = 0, c = 0, d = 0, e = 1, f = 0, g = 0, h = 0, i = 1] = values
  return [a / i, b / i, c / i, d / i, e / i, f / i, g / i, h / i, 1]
}

export function invert([a, b, c, d, e, f, g, h, i]: Matrix): Matrix {
  return matrixOf([
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ])
}

export function multiply(a: Matrix, b: Matrix): Matrix {
  const values = Array.from({ length: 9 }, (_, at) => {
    const [row, column] = [Math.floor(at / 3) * 3, at % 3]
    return [0, 1, 2].reduce((sum, k) => sum + (a[row + k] ?? 0) * (b[k * 3 + column] ?? 0), 0)
  })
  return matrixOf(values)
}

/** How much lengths grow at a place. */
export function scaleAt(m: Matrix, [x, y]: Point): number {
  const [middle, right, down] = [mapPoint(m, x, y), mapPoint(m, x + 1, y), mapPoint(m, x, y + 1)]
  const across = [right[0] - middle[0], right[1] - middle[1]] as const
  const along = [down[0] - middle[0], down[1] - middle[1]] as const
  return Math.sqrt(Math.abs(across[0] * along[1] - across[1] * along[0]))
}

export function boxOf(polygons: readonly Point[][]): Box {
  const points = polygons.flat()
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const [xmin, ymin] = [Math.min(...xs), Math.min(...ys)]
  return { xmin, ymin, width: Math.max(...xs) - xmin, height: Math.max(...ys) - ymin }
}

export const middleOf = ({ xmin, ymin, width, height }: Box): Point => [xmin + width / 2, ymin + height / 2]

/** The edges of a polygon, four numbers each, and its box. */
type Outline = { edges: Float64Array; left: number; top: number; right: number; bottom: number }

const outlines = new WeakMap<readonly Point[][], Outline[]>()

/** Kept for each list of polygons: most of the method's time goes into asking what lies inside the same few. */
function outlinesOf(polygons: readonly Point[][]): Outline[] {
  const known = outlines.get(polygons)
  if (known) return known
  const made = polygons.map((polygon): Outline => {
    const { xmin, ymin, width, height } = boxOf([polygon])
    const edges = polygon.flatMap((point, at) => [...point, ...(polygon.at(at - 1) ?? point)])
    const box = { left: xmin, top: ymin, right: xmin + width, bottom: ymin + height }
    return { edges: Float64Array.from(edges), ...box }
  })
  outlines.set(polygons, made)
  return made
}

export function isInside(polygons: readonly Point[][], x: number, y: number): boolean {
  return outlinesOf(polygons).some((outline) => isInsideOne(outline, x, y))
}

function isInsideOne({ edges, left, top, right, bottom }: Outline, x: number, y: number): boolean {
  if (x < left || y < top || x > right || y > bottom) return false
  let inside = false
  for (let at = 0; at < edges.length; at += 4) {
    const [yi, yj] = [edges[at + 1] ?? 0, edges[at + 3] ?? 0]
    if (yi > y === yj > y) continue
    const [xi, xj] = [edges[at] ?? 0, edges[at + 2] ?? 0]
    if (x < xi + ((y - yi) * (xj - xi)) / (yj - yi)) inside = !inside
  }
  return inside
}

/** Steps across a place when it is looked at point by point. */
const STEPS = 24

/** Points spread over polygons; the corners where they are too thin to hold any. */
export function pointsIn(polygons: readonly Point[][]): Point[] {
  const { xmin, ymin, width, height } = boxOf(polygons)
  const points: Point[] = []
  for (let row = 0; row < STEPS; row++) {
    for (let column = 0; column < STEPS; column++) {
      const x = xmin + ((column + 0.5) * width) / STEPS
      const y = ymin + ((row + 0.5) * height) / STEPS
      if (isInside(polygons, x, y)) points.push([x, y])
    }
  }
  return points.length > 0 ? points : polygons.flat()
}

/** The share of the points that lie in polygons, or as close to them as the tolerance says. */
export function shareInside(
  points: readonly Point[],
  polygons: readonly Point[][],
  tolerance: number,
): number {
  if (points.length === 0 || polygons.length === 0) return 0
  const { xmin, ymin, width, height } = boxOf(polygons)
  const ways: Point[] = [
    [0, 0],
    [tolerance, 0],
    [-tolerance, 0],
    [0, tolerance],
    [0, -tolerance],
  ]
  const near = points.filter(([x, y]) => {
    if (x < xmin - tolerance || x > xmin + width + tolerance) return false
    if (y < ymin - tolerance || y > ymin + height + tolerance) return false
    return ways.some(([right, down]) => isInside(polygons, x + right, y + down))
  })
  return near.length / points.length
}

export function areaOf(polygons: readonly Point[][]): number {
  return polygons.reduce((sum, polygon) => {
    let doubled = 0
    polygon.forEach(([x, y], at) => {
      const [fromX, fromY] = polygon.at(at - 1) ?? [x, y]
      doubled += fromX * y - x * fromY
    })
    return sum + Math.abs(doubled) / 2
  }, 0)
}

/** The longest way through the points. */
export function lengthOf(polygons: readonly Point[][]): number {
  const points = polygons.flat()
  let longest = 0
  for (const [x, y] of points)
    for (const [u, v] of points) longest = Math.max(longest, Math.hypot(u - x, v - y))
  return longest
}
