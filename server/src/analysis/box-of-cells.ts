import type { Box } from '../core/contracts/findings.ts'

/** The box around cells of a square grid, in shares of the picture. A loop: a mask may have more cells than a call arguments. */
export function boxOfCells(cells: Uint32Array, side: number): Box {
  let [left, right, top, bottom] = [side, 0, side, 0]
  for (const cell of cells) {
    const [column, row] = [cell % side, Math.floor(cell / side)]
    left = Math.min(left, column)
    right = Math.max(right, column + 1)
    top = Math.min(top, row)
    bottom = Math.max(bottom, row + 1)
  }
  return {
    xmin: left / side,
    ymin: top / side,
    width: (right - left) / side,
    height: (bottom - top) / side,
  }
}
