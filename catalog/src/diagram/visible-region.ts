import type { PartType } from '../parts.ts'
import { type Bounds, boundsOf, contains, type Point, type Shape } from './shapes.ts'
import type { View } from './views.ts'

const STEP = 4

/** What shows of a part in a view, as a grid of points. */
export type Region = {
  points: Point[]
  /** In square units. */
  size: number
  anchor: Point
  isLying: boolean
  has: (point: Point) => boolean
}

/** Of a part drawn in several pieces, the piece that shows most. Null where nothing shows. */
export function visibleRegion(view: View, part: PartType): Region | null {
  const pieces = view.shapes.filter((shape) => shape.part === part).map((shape) => regionOf(view, shape))
  return pieces.reduce<Region | null>(
    (most, piece) => (piece && piece.size > (most?.size ?? 0) ? piece : most),
    null,
  )
}

function regionOf({ shapes }: View, piece: Shape): Region | null {
  const bounds = boundsOf(piece)
  const hiding = shapes
    .slice(shapes.indexOf(piece) + 1)
    .filter((shape) => shape.look !== 'line' && hides(boundsOf(shape), bounds))
  const has = (point: Point) => contains(piece, point) && !hiding.some((shape) => contains(shape, point))
  const points: Point[] = []
  for (let y = bounds.top + STEP / 2; y < bounds.bottom; y += STEP) {
    for (let x = bounds.left + STEP / 2; x < bounds.right; x += STEP) if (has([x, y])) points.push([x, y])
  }
  if (points.length === 0) return null
  const middle: Point = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))]
  return {
    points,
    size: points.length * STEP * STEP,
    anchor: has(middle) ? middle : roomiest(points, middle),
    isLying: bounds.right - bounds.left >= bounds.bottom - bounds.top,
    has,
  }
}

/** What lies wholly on a part, as a handle on a door or a cap on a wheel, hides none of it. */
function hides(shape: Bounds, part: Bounds): boolean {
  const overlaps =
    shape.left < part.right && shape.right > part.left && shape.top < part.bottom && shape.bottom > part.top
  const isWithin =
    shape.left >= part.left &&
    shape.right <= part.right &&
    shape.top >= part.top &&
    shape.bottom <= part.bottom
  return overlaps && !isWithin
}

/** Where a wheel hides the middle of its fender: the point with most of the part around it, the nearest of these. */
function roomiest(points: Point[], middle: Point): Point {
  const around = ([x, y]: Point) => points.filter(([px, py]) => Math.hypot(px - x, py - y) < 14).length
  const scored = points.map((point) => ({
    point,
    score: around(point) - Math.hypot(point[0] - middle[0], point[1] - middle[1]) / 10,
  }))
  return scored.reduce((best, next) => (next.score > best.score ? next : best)).point
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
