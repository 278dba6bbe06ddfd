import type { FractionBox } from '../src/analysis/detect-vehicle.ts'

const POINTS = 50

/** The share of a box that others cover together, by a grid of points. */
export function coveredShare(box: FractionBox, others: readonly FractionBox[]): number {
  let covered = 0
  for (let row = 0; row < POINTS; row++)
    for (let column = 0; column < POINTS; column++) {
      const x = box.left + ((column + 0.5) / POINTS) * (box.right - box.left)
      const y = box.top + ((row + 0.5) / POINTS) * (box.bottom - box.top)
      if (others.some(({ left, top, right, bottom }) => x >= left && x <= right && y >= top && y <= bottom))
        covered++
    }
  return covered / POINTS ** 2
}
