import { clamp, mix, type Point } from './geometry.ts'

const PAD_CM = 60
const CELL_CM = 4

/** Signed distance to a closed line between the origin and (width, height), looked up in a table. */
export function distanceTable(
  line: readonly Point[],
  width: number,
  height: number,
): (x: number, y: number) => number {
  const columns = Math.ceil((width + 2 * PAD_CM) / CELL_CM) + 2
  const rows = Math.ceil((height + 2 * PAD_CM) / CELL_CM) + 2
  const table = new Float32Array(columns * rows)
  const flat = Float64Array.from(line.flat())
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      table[row * columns + column] = signedDistance(flat, column * CELL_CM - PAD_CM, row * CELL_CM - PAD_CM)
  return (x, y) => {
    const u = clamp((x + PAD_CM) / CELL_CM, 0, columns - 1.01)
    const v = clamp((y + PAD_CM) / CELL_CM, 0, rows - 1.01)
    const column = Math.floor(u)
    const row = Math.floor(v)
    const at = row * columns + column
    const lower = mix(table[at] ?? 0, table[at + 1] ?? 0, u - column)
    const upper = mix(table[at + columns] ?? 0, table[at + columns + 1] ?? 0, u - column)
    return mix(lower, upper, v - row)
  }
}

/** To a closed line of which each point is followed by the next: x, y, x, y. */
function signedDistance(line: Float64Array, x: number, y: number): number {
  let best = Number.POSITIVE_INFINITY
  let isInside = false
  let ax = line[line.length - 2] ?? 0
  let ay = line[line.length - 1] ?? 0
  for (let at = 0; at < line.length; at += 2) {
    const bx = line[at] ?? 0
    const by = line[at + 1] ?? 0
    const dx = bx - ax
    const dy = by - ay
    const share = clamp(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1))
    const ex = x - ax - share * dx
    const ey = y - ay - share * dy
    best = Math.min(best, ex * ex + ey * ey)
    if (ay > y !== by > y && x < ax + ((y - ay) / dy) * dx) isInside = !isInside
    ax = bx
    ay = by
  }
  return Math.sqrt(best) * (isInside ? -1 : 1)
}
