import type { Point } from '../../../core/contracts/findings.ts'
import { boxOfCells } from '../../box-of-cells.ts'
import { roundPixel } from '../../round.ts'
import { simplifyRing } from './simplify-ring.ts'

export type Region = { cells: Uint32Array; grid: Float32Array; side: number; mask_threshold: number }

/** How closely an outline follows its cells, in cells, and with how many points at most. */
type Detail = { tolerance: number; points_max: number }
// The network does not place edges more exactly.
const FINE: Detail = { tolerance: 0.2, points_max: 200 }
/** For what is large and drawn often, as the parts of a vehicle. */
export const COARSE: Detail = { tolerance: 0.6, points_max: 32 }

/**
 * The outer outline of a region in pixels of the picture; the last point is not the first again. Marching squares over
 * the centres of the cells, with the place of each crossing taken from the probabilities beside it. Holes are ignored.
 */
export function tracePolygon(
  region: Region,
  image: { width: number; height: number },
  detail = FINE,
): Point[] {
  const ring = simplifyRing(outerRing(region), detail.tolerance, detail.points_max)
  const polygon = withoutRepeats(ring.map(([x, y]) => toPixels(x, y, region.side, image)))
  return polygon.length >= 3 && ringArea(polygon) !== 0 ? polygon : boxOf(region, image)
}

function toPixels(x: number, y: number, side: number, image: { width: number; height: number }): Point {
  return [
    roundPixel((within(x, side) / side) * image.width),
    roundPixel((within(y, side) / side) * image.height),
  ]
}

function within(value: number, side: number) {
  return Math.min(side, Math.max(0, value))
}

function withoutRepeats(points: Point[]): Point[] {
  return points.filter(([x, y], at) => {
    const before = points.at(at - 1)
    return before === undefined || before[0] !== x || before[1] !== y
  })
}

/** By the shoelace formula: positive when the ring turns clockwise on the screen. */
export function ringArea(ring: readonly Point[]): number {
  let doubled = 0
  ring.forEach(([x, y], at) => {
    const [fromX, fromY] = ring.at(at - 1) ?? [x, y]
    doubled += fromX * y - x * fromY
  })
  return doubled / 2
}

/** Of all rings of a component the outer one encloses most. */
function outerRing(region: Region): Point[] {
  const rings = ringsOf(segmentsOf(region))
  return rings.reduce(
    (largest, ring) => (Math.abs(ringArea(ring)) > Math.abs(ringArea(largest)) ? ring : largest),
    [],
  )
}

type Crossing = { key: number; point: Point }
type Segment = { from: Crossing; to: Crossing }

/**
 * Pieces of the outline in the squares between four cell centres, with the region always on the same hand. Where the
 * region goes on beyond the picture, the outline runs along the edge.
 */
function segmentsOf({ cells, grid, side, mask_threshold }: Region): Segment[] {
  const inside = new Uint8Array(side * side)
  for (const cell of cells) inside[cell] = 1
  const isInPicture = (x: number, y: number) => x >= 0 && y >= 0 && x < side && y < side
  const isInside = (x: number, y: number) => isInPicture(x, y) && inside[y * side + x] === 1
  const squares = new Set<number>()
  const pitch = side + 1
  for (const cell of cells) {
    const x = cell % side
    const y = (cell - x) / side
    // The square (x, y) lies between the cells (x - 1, y - 1) and (x, y).
    for (const square of [y * pitch + x, y * pitch + x + 1, (y + 1) * pitch + x, (y + 1) * pitch + x + 1])
      squares.add(square)
  }
  const crossing = (x: number, y: number, toX: number, toY: number): Crossing => {
    const [a, b] = [grid[y * side + x] ?? 0, grid[toY * side + toX] ?? 0]
    // Half way between a centre within and one without lies the edge of the picture.
    const isEdge = !isInPicture(x, y) || !isInPicture(toX, toY)
    const share = isEdge ? 0.5 : (mask_threshold - a) / (b - a)
    // Each line between two neighbouring centres has one number, from whichever end it is crossed.
    const key = (Math.min(y, toY) + 1) * pitch * 2 + (Math.min(x, toX) + 1) * 2 + (x === toX ? 1 : 0)
    return { key, point: [x + 0.5 + share * (toX - x), y + 0.5 + share * (toY - y)] }
  }
  return [...squares].flatMap((square) => {
    const x = square % pitch
    const y = (square - x) / pitch
    const corners: Point[] = [
      [x - 1, y - 1],
      [x, y - 1],
      [x, y],
      [x - 1, y],
    ]
    return segmentsOfSquare(corners, isInside, crossing)
  })
}

function segmentsOfSquare(
  corners: Point[],
  isInside: (x: number, y: number) => boolean,
  crossing: (x: number, y: number, toX: number, toY: number) => Crossing,
): Segment[] {
  const leaving: Crossing[] = []
  const entering: Crossing[] = []
  corners.forEach(([x, y], at) => {
    const [toX, toY] = corners[(at + 1) % corners.length] ?? [x, y]
    const [here, there] = [isInside(x, y), isInside(toX, toY)]
    if (here && !there) leaving.push(crossing(x, y, toX, toY))
    if (!here && there) entering.push(crossing(x, y, toX, toY))
  })
  const [firstOut, secondOut] = leaving
  const [firstIn, secondIn] = entering
  if (!firstOut || !firstIn) return []
  if (!secondOut || !secondIn) return [{ from: firstOut, to: firstIn }]
  // Two opposite corners belong to the region, and touch: the outline cuts off each of the other two.
  const isFirstInside = isInside(...(corners[0] ?? [0, 0]))
  return isFirstInside
    ? [
        { from: firstOut, to: firstIn },
        { from: secondOut, to: secondIn },
      ]
    : [
        { from: firstOut, to: secondIn },
        { from: secondOut, to: firstIn },
      ]
}

function ringsOf(segments: Segment[]): Point[][] {
  const next = new Map(segments.map((segment) => [segment.from.key, segment]))
  const rings: Point[][] = []
  for (const { from } of segments) {
    const ring: Point[] = []
    for (let segment = next.get(from.key); segment; segment = next.get(segment.to.key)) {
      next.delete(segment.from.key)
      ring.push(segment.from.point)
    }
    if (ring.length > 0) rings.push(ring)
  }
  return rings
}

/** For a region too thin to have an area after rounding. */
function boxOf({ cells, side }: Region, image: { width: number; height: number }): Point[] {
  const { xmin, ymin, width, height } = boxOfCells(cells, side)
  const [left, right] = [xmin * side, (xmin + width) * side]
  const [top, bottom] = [ymin * side, (ymin + height) * side]
  return [
    toPixels(left, top, side, image),
    toPixels(right, top, side, image),
    toPixels(right, bottom, side, image),
    toPixels(left, bottom, side, image),
  ]
}
