import { describe, expect, it } from 'vitest'
import type { Problem } from '../../core/contracts/problems.ts'
import { POINTS_MAX, type Polygons, readRegion, requireInside } from './region.ts'

const box = { xmin: 1, ymin: 2, width: 3, height: 4 }
const line: Polygons = [
  [
    [10, 40],
    [30, 20],
  ],
]

const codeOf = (work: () => unknown): string | undefined => {
  try {
    work()
    return undefined
  } catch (error) {
    // Only problems are thrown by pure functions of the service; anything else has no code and fails the comparison.
    return (error as Problem).code
  }
}

describe('readRegion', () => {
  it('keeps both forms as they came', () => {
    expect(readRegion({ bounding_box: box, polygons: line })).toEqual({ bounding_box: box, polygons: line })
  })

  it('makes the box from the points', () => {
    expect(readRegion({ polygons: line }).bounding_box).toEqual({ xmin: 10, ymin: 20, width: 20, height: 20 })
    const two: Polygons = [...line, [[-5, 100]], []]
    expect(readRegion({ polygons: two, bounding_box: null })).toEqual({
      bounding_box: { xmin: -5, ymin: 20, width: 35, height: 80 },
      polygons: [...line, [[-5, 100]]],
    })
  })

  it('makes the polygon from the box', () => {
    const corners = [
      [1, 2],
      [4, 2],
      [4, 6],
      [1, 6],
    ]
    expect(readRegion({ bounding_box: box }).polygons).toEqual([corners])
    expect(readRegion({ bounding_box: box, polygons: [] }).polygons).toEqual([corners])
    expect(readRegion({ bounding_box: box, polygons: [[]] }).polygons).toEqual([corners])
  })

  it.each([[{}], [{ polygons: [] }], [{ polygons: [[], []] }], [{ polygons: null, bounding_box: null }]])(
    'refuses %j: there is no region',
    (given) => {
      expect(codeOf(() => readRegion(given))).toBe('view_region_missing')
    },
  )

  it('counts the points of all polygons together', () => {
    const points = (count: number): Polygons =>
      Array.from({ length: 4 }, () => Array.from({ length: count / 4 }, (_, n) => [n, n]))
    expect(readRegion({ polygons: points(POINTS_MAX) }).bounding_box.width).toBe(POINTS_MAX / 4 - 1)
    expect(codeOf(() => readRegion({ polygons: points(POINTS_MAX + 4) }))).toBe('request_invalid')
  })
})

describe('requireInside', () => {
  const picture = { image_width: 320, image_height: 240 }
  const at = (xmin: number, ymin: number, width: number, height: number) =>
    codeOf(() => requireInside(readRegion({ bounding_box: { xmin, ymin, width, height } }), picture))

  it.each([
    [0, 0, 320, 240],
    [-100, -100, 1_000, 1_000],
    [310, 230, 50, 50],
    [-10, -10, 11, 11],
    [320, 240, 0, 0],
    [0, 0, 0, 0],
  ])('takes a box at %s, %s of %s x %s', (...given) => {
    expect(at(...given)).toBeUndefined()
  })

  it.each([
    [321, 10, 5, 5],
    [10, 241, 5, 5],
    [-10, 10, 9, 5],
    [10, -10, 5, 9],
  ])('refuses a box at %s, %s of %s x %s', (...given) => {
    expect(at(...given)).toBe('view_outside_image')
  })

  it('looks at either form, as clients draw either', () => {
    const far = { bounding_box: { xmin: 1, ymin: 1, width: 1, height: 1 }, polygons: [[[999, 999]]] }
    expect(codeOf(() => requireInside(far, picture))).toBe('view_outside_image')
  })
})
