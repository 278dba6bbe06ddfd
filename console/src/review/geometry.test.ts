import { describe, expect, it } from 'vitest'
import { areaOf, boxOf, clampPoint, cornersOf, isInside, type Point, pathOf } from './geometry.ts'

const square: Point[] = [
  [10, 10],
  [30, 10],
  [30, 30],
  [10, 30],
]
// A U: its middle is outside of it.
const u: Point[] = [
  [0, 0],
  [10, 0],
  [10, 30],
  [20, 30],
  [20, 0],
  [30, 0],
  [30, 40],
  [0, 40],
]

describe('geometry', () => {
  it('measures the same area whichever way round the points go', () => {
    expect(areaOf(square)).toBe(400)
    expect(areaOf(square.toReversed())).toBe(400)
    expect(areaOf(u)).toBe(900)
    expect(areaOf([[1, 1]])).toBe(0)
  })

  it('finds the box of points and the corners of a box', () => {
    expect(boxOf(u)).toEqual({ xmin: 0, ymin: 0, width: 30, height: 40 })
    expect(boxOf(cornersOf(boxOf(square)))).toEqual(boxOf(square))
  })

  it.each([
    [[15, 15], square, true],
    [[5, 15], square, false],
    [[15, 10], u, false],
    [[15, 35], u, true],
    [[5, 5], u, true],
    [[31, 20], u, false],
  ] as const)('says whether %j is inside', (point, polygon, expected) => {
    expect(isInside(point, polygon)).toBe(expected)
  })

  it('keeps points in the picture, in tenths of a pixel', () => {
    const size = { width: 100, height: 50 }
    expect(clampPoint([-3, 51], size)).toEqual([0, 50])
    expect(clampPoint([12.3456, 49.96], size)).toEqual([12.3, 50])
  })

  it('writes each polygon as a closed path', () => {
    expect(pathOf([square.slice(0, 3), square.slice(1)])).toBe('M10 10L30 10L30 30ZM30 10L30 30L10 30Z')
  })
})
