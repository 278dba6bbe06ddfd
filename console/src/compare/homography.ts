import type { Point } from '../review/geometry.ts'

/** Three rows of three, as the service sends it: a point times this matrix, divided by its last coordinate. */
export type Matrix = readonly (readonly number[])[]

export function applyTo(matrix: Matrix, [x, y]: Point): Point {
  const [u, v, w] = matrix.map(([a = 0, b = 0, c = 0]) => a * x + b * y + c)
  const scale = w || Number.EPSILON
  return [(u ?? 0) / scale, (v ?? 0) / scale]
}

/** Null where the matrix has none: such an alignment aligns nothing. */
export function inverseOf(matrix: Matrix): Matrix | null {
  const [[a = 0, b = 0, c = 0] = [], [d = 0, e = 0, f = 0] = [], [g = 0, h = 0, i = 0] = []] = matrix
  const [p, q, r] = [e * i - f * h, f * g - d * i, d * h - e * g]
  const determinant = a * p + b * q + c * r
  if (!Number.isFinite(determinant) || Math.abs(determinant) < 1e-12) return null
  const rows = [
    [p, c * h - b * i, b * f - c * e],
    [q, a * i - c * g, c * d - a * f],
    [r, b * g - a * h, a * e - b * d],
  ]
  return rows.map((row) => row.map((value) => value / determinant))
}

export function product(left: Matrix, right: Matrix): Matrix {
  return left.map((row) =>
    [0, 1, 2].map((column) => row.reduce((sum, value, n) => sum + value * (right[n]?.[column] ?? 0), 0)),
  )
}

/** How many times longer a short line becomes at this point, on average over all directions. */
export function scaleAt(matrix: Matrix, [x, y]: Point): number {
  const [px, py] = applyTo(matrix, [x, y])
  const [ax, ay] = applyTo(matrix, [x + 1, y])
  const [bx, by] = applyTo(matrix, [x, y + 1])
  const area = Math.abs((ax - px) * (by - py) - (ay - py) * (bx - px))
  return Math.sqrt(area) || 1
}

/** The same for a browser, which thinks in columns and in space. */
export function cssMatrix(matrix: Matrix): string {
  const [[a = 0, b = 0, c = 0] = [], [d = 0, e = 0, f = 0] = [], [g = 0, h = 0, i = 0] = []] = matrix
  return `matrix3d(${[a, d, 0, g, b, e, 0, h, 0, 0, 1, 0, c, f, 0, i].join(',')})`
}
