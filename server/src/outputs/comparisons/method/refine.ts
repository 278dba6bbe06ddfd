import type { Box } from '../../../core/contracts/findings.ts'
import { addRow, solveRows } from './fit-homography.ts'
import { mapPoint, matrixOf, multiply } from './geometry.ts'
import type { Matrix, Raster } from './types.ts'

const TURNS = 12
/** Points looked at along each side of the window. */
const GRID = 40

/** Grey between pixels; NaN beyond the edge. */
export function sample({ pixels, width, height }: Raster, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) return Number.NaN
  const at = top * width + left
  const upper = (pixels[at] ?? 0) + ((pixels[at + 1] ?? 0) - (pixels[at] ?? 0)) * (x - left)
  const below = at + width
  const lower = (pixels[below] ?? 0) + ((pixels[below + 1] ?? 0) - (pixels[below] ?? 0)) * (x - left)
  return upper + (lower - upper) * (y - top)
}

/**
 * Moves an alignment until the window of one raster lies best over the other (Lucas and Kanade, affine, whatever the light).
 * Rasters are softened first, so that they find each other from some pixels away.
 */
export function refine(from: Raster, to: Raster, start: Matrix, window: Box): Matrix {
  let matrix = start
  for (const [radius, turns] of [
    [4, TURNS],
    [1, TURNS],
  ] as const) {
    const [a, b] = [soften(from, radius), soften(to, radius)]
    matrix = descend(a, b, matrix, window, turns)
  }
  return matrix
}

function descend(from: Raster, to: Raster, start: Matrix, window: Box, turns: number): Matrix {
  const [cx, cy] = [window.xmin + window.width / 2, window.ymin + window.height / 2]
  const unit = Math.max(window.width, window.height) / 2
  let matrix = start
  let best = { matrix, error: Number.POSITIVE_INFINITY }
  for (let turn = 0; turn < turns; turn++) {
    const rows: { a: number; b: number; gx: number; gy: number; x: number; y: number }[] = []
    for (let i = 0; i < GRID; i++) {
      for (let j = 0; j < GRID; j++) {
        const x = window.xmin + ((j + 0.5) * window.width) / GRID
        const y = window.ymin + ((i + 0.5) * window.height) / GRID
        const a = sample(from, x, y)
        const [u, v] = mapPoint(matrix, x, y)
        const b = sample(to, u, v)
        if (Number.isNaN(a) || Number.isNaN(b)) continue
        // How the other raster changes when this point moves in the frame of the window.
        const [rightX, rightY] = mapPoint(matrix, x + 1, y)
        const [downX, downY] = mapPoint(matrix, x, y + 1)
        const gx = sample(to, rightX, rightY) - b
        const gy = sample(to, downX, downY) - b
        if (Number.isNaN(gx) || Number.isNaN(gy)) continue
        rows.push({ a, b, gx, gy, x: (x - cx) / unit, y: (y - cy) / unit })
      }
    }
    if (rows.length < (GRID * GRID) / 4) return best.matrix
    const [meanA, meanB] = [meanOf(rows, 'a'), meanOf(rows, 'b')]
    const [spreadA, spreadB] = [spreadOf(rows, 'a', meanA), spreadOf(rows, 'b', meanB)]
    const gain = spreadB / Math.max(1, spreadA)
    const equations = Array.from({ length: 6 }, () => new Float64Array(7))
    let error = 0
    for (const { a, b, gx, gy, x, y } of rows) {
      const off = (a - meanA) * gain - (b - meanB)
      // What differs much is what changed: it must not pull.
      const weight = 1 / (1 + (off / (0.5 * spreadB + 4)) ** 2)
      error += (off * off * weight) / rows.length
      addRow(equations, [gx * x, gx * y, gx, gy * x, gy * y, gy], off, weight)
    }
    error /= spreadB * spreadB + 1
    if (error < best.error) best = { matrix, error }
    // A little stiffness: plain surfaces say nothing about most of the six.
    for (let k = 0; k < 6; k++) {
      const row = equations[k]
      if (row) row[k] = (row[k] ?? 0) * 1.02 + 10
    }
    const step = solveRows(equations)
    if (!step) break
    const [p = 0, q = 0, r = 0, s = 0, t = 0, w = 0] = step
    const limit = Math.min(1, 6 / Math.max(1e-9, Math.hypot(r, w)))
    const [da, db, dc, dd] = [(p / unit) * limit, (q / unit) * limit, (s / unit) * limit, (t / unit) * limit]
    const moved = matrixOf([
      1 + da,
      db,
      r * limit - da * cx - db * cy,
      dc,
      1 + dd,
      w * limit - dc * cx - dd * cy,
      0,
      0,
      1,
    ])
    matrix = multiply(matrix, moved)
    if (Math.hypot(r, w) * limit < 0.02 && Math.abs(p) + Math.abs(q) + Math.abs(s) + Math.abs(t) < 0.05) break
  }
  return best.matrix
}

type Row = { a: number; b: number }
const meanOf = (rows: readonly Row[], key: keyof Row) =>
  rows.reduce((sum, row) => sum + row[key], 0) / rows.length
const spreadOf = (rows: readonly Row[], key: keyof Row, mean: number) =>
  Math.sqrt(rows.reduce((sum, row) => sum + (row[key] - mean) ** 2, 0) / rows.length)

const softened = new WeakMap<Raster, Map<number, Raster>>()

/** The mean of a square around every pixel. */
export function soften(raster: Raster, radius: number): Raster {
  const known = softened.get(raster)?.get(radius)
  if (known) return known
  const across = meanAlong(raster.pixels, raster.width, raster.height, radius, 1)
  const pixels = meanAlong(across, raster.width, raster.height, radius, raster.width)
  const made = { ...raster, pixels }
  softened.set(raster, (softened.get(raster) ?? new Map<number, Raster>()).set(radius, made))
  return made
}

function meanAlong(
  from: Uint8Array,
  width: number,
  height: number,
  radius: number,
  step: number,
): Uint8Array {
  const made = new Uint8Array(from.length)
  const [lines, length] = step === 1 ? [height, width] : [width, height]
  for (let line = 0; line < lines; line++) {
    const start = step === 1 ? line * width : line
    const at = (place: number) => from[start + Math.min(length - 1, Math.max(0, place)) * step] ?? 0
    let sum = 0
    for (let place = -radius; place <= radius; place++) sum += at(place)
    for (let place = 0; place < length; place++) {
      made[start + place * step] = sum / (2 * radius + 1) + 0.5
      sum += at(place + radius + 1) - at(place - radius)
    }
  }
  return made
}
