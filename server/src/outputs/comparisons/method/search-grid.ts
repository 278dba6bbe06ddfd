import type { Point } from '../../../core/contracts/findings.ts'
import { boxOf, isInside } from './geometry.ts'
import type { ComparedPicture, DamageGrid } from './types.ts'

/** The share of the cells of a place that speak for it: a damage hardly fills the place of another sighting of it. */
const SHARE = 0.25

/** How sure the network is of any damage at a place, however little. Each class speaks for itself, and for `any` damage. */
export function searchGrid(grid: DamageGrid, polygons: readonly Point[][], picture: ComparedPicture): number {
  const cells = cellsAt(grid, polygons, picture)
  const size = grid.side * grid.side
  const scores = grid.classes.map(({ damage_type, name }, at) =>
    damage_type === null && name !== 'any' ? 0 : topMean(grid.masks, at * size, cells),
  )
  return Math.max(0, ...scores)
}

/** The same for one class of damages. */
export function searchType(
  grid: DamageGrid,
  type: string,
  polygons: readonly Point[][],
  picture: ComparedPicture,
) {
  const at = grid.classes.findIndex(({ damage_type }) => damage_type === type)
  return at < 0 ? 1 : topMean(grid.masks, at * grid.side * grid.side, cellsAt(grid, polygons, picture))
}

function topMean(masks: Float32Array, start: number, cells: readonly number[]): number {
  const values = cells.map((cell) => masks[start + cell] ?? 0).sort((a, b) => b - a)
  const top = values.slice(0, Math.max(1, Math.ceil(values.length * SHARE)))
  return top.reduce((sum, value) => sum + value, 0) / top.length
}

/** Cells in a place or beside it: the network does not place edges more exactly. */
function cellsAt({ side }: DamageGrid, polygons: readonly Point[][], picture: ComparedPicture): number[] {
  const [across, down] = [side / picture.width, side / picture.height]
  const scaled = polygons.map((polygon) => polygon.map(([x, y]): Point => [x * across, y * down]))
  const box = boxOf(scaled)
  const cells: number[] = []
  const from = (value: number) => Math.max(0, Math.floor(value) - 1)
  const to = (value: number) => Math.min(side - 1, Math.ceil(value) + 1)
  for (let y = from(box.ymin); y <= to(box.ymin + box.height); y++) {
    for (let x = from(box.xmin); x <= to(box.xmin + box.width); x++) {
      const isNear = [-0.5, 0.5, 1.5].some((v) =>
        [-0.5, 0.5, 1.5].some((u) => isInside(scaled, x + u, y + v)),
      )
      if (isNear) cells.push(y * side + x)
    }
  }
  // A scratch may be thinner than a cell, and lie between the spots that were asked.
  return cells.length > 0 ? cells : cellsAlong(scaled, side)
}

/** The cells that the outline itself runs through. */
function cellsAlong(polygons: readonly Point[][], side: number): number[] {
  const cellOf = (value: number) => Math.max(0, Math.min(side - 1, Math.floor(value)))
  const cells = polygons.flatMap((polygon) =>
    polygon.flatMap(([x, y], at) => {
      const [u, v] = polygon[(at + 1) % polygon.length] ?? [x, y]
      const steps = Math.max(1, Math.ceil(2 * Math.hypot(u - x, v - y)))
      return Array.from({ length: steps }, (_, n) => {
        const share = n / steps
        return cellOf(y + share * (v - y)) * side + cellOf(x + share * (u - x))
      })
    }),
  )
  return [...new Set(cells)]
}

/** How many cells of the network's grid a place covers. */
export function cellsCovered(area: number, side: number, picture: ComparedPicture): number {
  return (area / (picture.width * picture.height)) * side * side
}
