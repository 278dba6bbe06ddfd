import type { Match } from './features.ts'
import { mapPoint, matrixOf, multiply } from './geometry.ts'
import type { Matrix } from './types.ts'

const DRAWS = 600
const OFF_MAX = 4
export type Fitted = { matrix: Matrix; inliers: Match[] }

/** The homography most matches agree on (RANSAC with a fixed seed); null where too few do. */
export function fitHomography(matches: readonly Match[], leastInliers: number): Fitted | null {
  if (matches.length < leastInliers) return null
  let state = 12_345
  const draw = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return matches[Math.floor((state / 4_294_967_296) * matches.length)]
  }
  let best: Fitted | null = null
  for (let turn = 0; turn < DRAWS; turn++) {
    const drawn = [draw(), draw(), draw(), draw()].filter((match) => match !== undefined)
    const matrix = solve(drawn)
    if (!matrix || !isPlausible(matrix, drawn)) continue
    const inliers = inliersOf(matches, matrix)
    if (inliers.length > (best?.inliers.length ?? 3)) best = { matrix, inliers }
  }
  for (let turn = 0; best && turn < 3; turn++) {
    const matrix: Matrix | null = solve(best.inliers)
    const inliers: Match[] = matrix ? inliersOf(matches, matrix) : []
    if (!matrix || inliers.length < best.inliers.length) break
    best = { matrix, inliers }
  }
  return best && best.inliers.length >= leastInliers && isPlausible(best.matrix, best.inliers) ? best : null
}

function inliersOf(matches: readonly Match[], matrix: Matrix): Match[] {
  return matches.filter(({ x, y, u, v }) => {
    const [a, b] = mapPoint(matrix, x, y)
    return Math.hypot(a - u, b - v) < OFF_MAX
  })
}

/** No mirror, no picture seen on edge, no scale beyond six. */
function isPlausible(matrix: Matrix, matches: readonly Match[]): boolean {
  return matches.every(({ x, y }) => {
    const w = matrix[6] * x + matrix[7] * y + 1
    if (w < 0.3 || w > 3) return false
    const [ax, ay] = mapPoint(matrix, x, y)
    const [bx, by] = mapPoint(matrix, x + 1, y)
    const [cx, cy] = mapPoint(matrix, x, y + 1)
    const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    const [across, down] = [Math.hypot(bx - ax, by - ay), Math.hypot(cx - ax, cy - ay)]
    return area > 1 / 36 && area < 36 && across / down < 3 && down / across < 3
  })
}

/** Least squares over all matches, in coordinates about their middle, where it is well conditioned. */
function solve(matches: readonly Match[]): Matrix | null {
  if (matches.length < 4) return null
  const from = frameOf(matches.map(({ x, y }) => [x, y]))
  const to = frameOf(matches.map(({ u, v }) => [u, v]))
  const size = 8
  const rows = Array.from({ length: size }, () => new Float64Array(size + 1))
  for (const match of matches) {
    const [x, y] = [(match.x - from.x) / from.scale, (match.y - from.y) / from.scale]
    const [u, v] = [(match.u - to.x) / to.scale, (match.v - to.y) / to.scale]
    addRow(rows, [x, y, 1, 0, 0, 0, -u * x, -u * y], u)
    addRow(rows, [0, 0, 0, x, y, 1, -v * x, -v * y], v)
  }
  const solved = solveRows(rows)
  if (!solved) return null
  const inner = matrixOf([...solved, 1])
  const back = matrixOf([to.scale, 0, to.x, 0, to.scale, to.y, 0, 0, 1])
  const there = matrixOf([
    1 / from.scale,
    0,
    -from.x / from.scale,
    0,
    1 / from.scale,
    -from.y / from.scale,
    0,
    0,
    1,
  ])
  return multiply(back, multiply(inner, there))
}

function frameOf(points: readonly (readonly [number, number])[]) {
  const count = points.length
  const x = points.reduce((sum, point) => sum + point[0], 0) / count
  const y = points.reduce((sum, point) => sum + point[1], 0) / count
  const scale = Math.max(
    1,
    points.reduce((sum, point) => sum + Math.hypot(point[0] - x, point[1] - y), 0) / count,
  )
  return { x, y, scale }
}

/** Adds one equation to the normal equations; their last column is the right side. */
export function addRow(
  rows: readonly Float64Array[],
  equation: readonly number[],
  right: number,
  weight = 1,
): void {
  for (const [i, row] of rows.entries()) {
    const factor = weight * (equation[i] ?? 0)
    for (let j = 0; j < equation.length; j++) row[j] = (row[j] ?? 0) + factor * (equation[j] ?? 0)
    row[equation.length] = (row[equation.length] ?? 0) + factor * right
  }
}

/** Gauss with pivots; null where there is no single solution. */
export function solveRows(rows: Float64Array[]): number[] | null {
  const size = rows.length
  for (let column = 0; column < size; column++) {
    let pivot = column
    for (let row = column + 1; row < size; row++)
      if (Math.abs(rows[row]?.[column] ?? 0) > Math.abs(rows[pivot]?.[column] ?? 0)) pivot = row
    const chosen = rows[pivot]
    const first = rows[column]
    if (!chosen || !first || Math.abs(chosen[column] ?? 0) < 1e-12) return null
    rows[pivot] = first
    rows[column] = chosen
    for (let row = 0; row < size; row++) {
      const other = rows[row]
      if (row === column || !other) continue
      const factor = (other[column] ?? 0) / (chosen[column] ?? 1)
      for (let k = column; k <= size; k++) other[k] = (other[k] ?? 0) - factor * (chosen[k] ?? 0)
    }
  }
  return rows.map((row, at) => (row[size] ?? 0) / (row[at] ?? 1))
}
