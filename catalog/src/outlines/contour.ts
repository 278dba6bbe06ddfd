import type { Camera } from './camera.ts'
import { type Field, mix, type Place, type Point } from './geometry.ts'

/** A part of the picture. */
export type Window = { left: number; top: number; right: number; bottom: number }

/** A block of so many cells is looked at by its corners first, and divided only where the line may pass. */
const BLOCK = 4
/** A ray is first followed in steps no shorter than this, and then around the place where it came closest, in centimeters. */
const STRIDE = { coarse: 4, fine: [2, 1, 0.5] }
/** A ray ends where it is deeper inside than this, in blocks. */
const DEEP = 1.1
/** How much the least value on a ray changes at most from one ray to another, in the distance between them at the vehicle. */
const STEEPEST = 1.2
const CORNERS = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
] as const

/** Of the edges of two cells' length between a corner and the next. */
const MIDDLES = [
  [1, 0],
  [2, 1],
  [1, 2],
  [0, 1],
] as const

/** The closed lines around a solid in the picture: where the least field value along the sight is zero. */
export function contour(field: Field, camera: Camera, window: Window, columns: number): Point[][] {
  const grid = leastValues(field, camera, window, columns)
  const steps = new Map<number, { point: Point; to: number }>()
  for (const [column, row] of grid.cells) crossCell(grid, column, row, steps)
  return joinSteps(steps)
}

/** Where a ray of sight comes closest to a solid. It ends where it is deeper inside than `depth`. */
export function closestOnRay(field: Field, { eye, distance, ray }: Camera, [u, v]: Point, depth: number) {
  const [dx, dy, dz] = ray(u, v)
  const [ex, ey, ez] = eye
  let least = Number.POSITIVE_INFINITY
  let at = 0
  for (let t = distance * 0.3; t < distance * 1.75 && least > -depth; ) {
    const value = field(ex + t * dx, ey + t * dy, ez + t * dz)
    if (value < least) {
      least = value
      at = t
    }
    t += Math.max(STRIDE.coarse, Math.abs(value) * 0.6)
  }
  if (Math.abs(least) < depth)
    for (const stride of STRIDE.fine) {
      const middle = at
      for (let t = middle - stride; t <= middle + stride; t += 2 * stride) {
        const value = field(ex + t * dx, ey + t * dy, ez + t * dz)
        if (value < least) {
          least = value
          at = t
        }
      }
    }
  const place: Place = [ex + at * dx, ey + at * dy, ez + at * dz]
  return { least, place }
}

type Grid = {
  /** Where the line may pass: columns and rows, row by row. */
  cells: [column: number, row: number][]
  valueAt: (column: number, row: number) => number
  /** A point of the picture, in cells. */
  pointAt: (x: number, y: number) => Point
  /** A number of its own for the upper edge of a cell, and for its left one. */
  upperEdge: (column: number, row: number) => number
  leftEdge: (column: number, row: number) => number
}

function leastValues(field: Field, camera: Camera, frame: Window, columns: number): Grid {
  const size = (frame.right - frame.left) / columns
  const rows = Math.ceil((frame.bottom - frame.top) / size / BLOCK) * BLOCK
  const width = columns + 1
  const values = new Float32Array(width * (rows + 1)).fill(Number.NaN)
  const cell = camera.distance * size
  const pointAt = (x: number, y: number): Point => [frame.left + x * size, frame.top + y * size]
  const valueAt = (column: number, row: number): number => {
    const index = row * width + column
    const known = values[index] ?? 0
    if (!Number.isNaN(known)) return known
    const { least } = closestOnRay(field, camera, pointAt(column, row), cell * BLOCK * DEEP)
    values[index] = least
    return Math.fround(least)
  }
  const cells: Grid['cells'] = []
  const divide = (column: number, row: number, count: number): void => {
    const around = CORNERS.map(([x, y]) => valueAt(column + x * count, row + y * count))
    const reach = cell * count * STEEPEST
    const crossable = CORNERS.filter((_, n) => mayCross(around[n] ?? 0, around[(n + 1) % 4] ?? 0, reach))
    if (crossable.length === 0) return
    if (count > 2) {
      for (const [x, y] of CORNERS) divide(column + (x * count) / 2, row + (y * count) / 2, count / 2)
      return
    }
    // A line that passes no edge of these four cells is too short to be drawn.
    const isInside = (around[0] ?? 0) < 0
    const isCrossed = (value: number) => value < 0 !== isInside
    const middles = crossable.map((corner) => MIDDLES[CORNERS.indexOf(corner)] ?? [0, 0])
    if (around.some(isCrossed) || middles.some(([x, y]) => isCrossed(valueAt(column + x, row + y))))
      for (const [x, y] of CORNERS) cells.push([column + x, row + y])
  }
  for (let row = 0; row < rows; row += BLOCK)
    for (let column = 0; column < columns; column += BLOCK) divide(column, row, BLOCK)
  cells.sort((a, b) => a[1] - b[1] || a[0] - b[0])
  const edge = (column: number, row: number) => (row * width + column) * 2
  return { cells, valueAt, pointAt, upperEdge: edge, leftEdge: (column, row) => edge(column, row) + 1 }
}

/** Whether the line may pass between two corners: their values differ in sign, or are small enough for it to come and go. */
function mayCross(a: number, b: number, reach: number): boolean {
  return a < 0 !== b < 0 || Math.abs(a) + Math.abs(b) < reach
}

/** Marching squares: notes where the line enters the cell and over which edge it leaves. */
function crossCell(
  grid: Grid,
  column: number,
  row: number,
  steps: Map<number, { point: Point; to: number }>,
) {
  const values = CORNERS.map(([x, y]) => grid.valueAt(column + x, row + y))
  if (values.every((value) => value < 0) || values.every((value) => value >= 0)) return
  const edges = [
    grid.upperEdge(column, row),
    grid.leftEdge(column + 1, row),
    grid.upperEdge(column, row + 1),
    grid.leftEdge(column, row),
  ]
  const cuts = CORNERS.flatMap((from, index) => {
    const next = (index + 1) % 4
    const [a, b, to, edge] = [values[index] ?? 0, values[next] ?? 0, CORNERS[next] ?? from, edges[index] ?? 0]
    if (a < 0 === b < 0) return []
    const share = a / (a - b)
    const point = grid.pointAt(column + mix(from[0], to[0], share), row + mix(from[1], to[1], share))
    return [{ edge, point, isEntry: a < 0 }]
  })
  cuts.forEach(({ edge, point, isEntry }, index) => {
    const exit = cuts.at(index - 1)
    if (isEntry && exit) steps.set(edge, { point, to: exit.edge })
  })
}

function joinSteps(steps: Map<number, { point: Point; to: number }>): Point[][] {
  const lines: Point[][] = []
  for (const start of [...steps.keys()]) {
    const line: Point[] = []
    for (let step = steps.get(start), edge = start; step; step = steps.get(edge)) {
      line.push(step.point)
      steps.delete(edge)
      edge = step.to
    }
    const [first] = line
    if (first && line.length > 8) lines.push([...line, first])
  }
  return lines
}
