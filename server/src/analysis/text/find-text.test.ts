import { describe, expect, it } from 'vitest'
import type { Point } from '../../core/contracts/findings.ts'
import {
  centerOf,
  convexHull,
  heightOf,
  type Quad,
  smallestBox,
  turnAround,
  widen,
  widthOf,
} from './box-geometry.ts'
import { cropLine } from './crop-line.ts'
import { boxesOf, inReadingOrder } from './find-text.ts'

const SQUARE: Point[] = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
]

/** A map of text with a bar of that length and height, turned by an angle. */
function mapWithBar(center: Point, length: number, height: number, degrees: number, value = 1) {
  const map = new Float32Array(200 * 120)
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  for (let y = 0; y < 120; y++)
    for (let x = 0; x < 200; x++) {
      const [dx, dy] = [x + 0.5 - center[0], y + 0.5 - center[1]]
      const isInside =
        Math.abs(dx * cos + dy * sin) <= length / 2 && Math.abs(dy * cos - dx * sin) <= height / 2
      if (isInside) map[y * 200 + x] = value
    }
  return map
}

describe('geometry', () => {
  it('the hull leaves out what is inside and on its sides', () => {
    expect(convexHull([...SQUARE, [2, 2], [2, 0], [1, 3]])).toEqual(expect.arrayContaining(SQUARE))
    expect(convexHull([...SQUARE, [2, 2], [2, 0], [1, 3]])).toHaveLength(4)
  })

  it('the smallest box turns with the points', () => {
    const box = smallestBox([
      [0, 0],
      [30, 30],
      [25, 35],
      [-5, 5],
    ])
    expect(box.along * box.across * 4).toBeCloseTo(Math.hypot(30, 30) * Math.hypot(5, 5), 5)
  })

  it('a wider box keeps its middle and its direction', () => {
    const corners: Quad = [
      [0, 0],
      [40, 0],
      [40, 10],
      [0, 10],
    ]
    const wide = widen(corners, 0.5, 0.1)
    expect(centerOf(wide)).toEqual([20, 5])
    expect([widthOf(wide), heightOf(wide)]).toEqual([50, 12])
    expect(turnAround(turnAround(corners))).toEqual(corners)
    expect(turnAround(corners)[0]).toEqual([40, 10])
  })
})

describe('boxesOf', () => {
  it.each([0, 10, -10, 30])('finds a line turned by %s degrees and makes its box larger', (degrees) => {
    const [box, ...others] = boxesOf(mapWithBar([100, 60], 100, 10, degrees), 200, 120)
    expect(others).toEqual([])
    if (!box) throw new Error('no box')
    const [[x0, y0], [x1, y1]] = box.corners
    expect((Math.atan2(y1 - y0, x1 - x0) * 180) / Math.PI).toBeCloseTo(degrees, -1)
    // Area by perimeter of 100 × 10 is 4.5; one and a half times that is added on every side.
    expect(Math.abs(heightOf(box.corners) - 24)).toBeLessThan(3)
    expect(Math.abs(widthOf(box.corners) - 114)).toBeLessThan(3)
    expect(Math.hypot(centerOf(box.corners)[0] - 100, centerOf(box.corners)[1] - 60)).toBeLessThan(1)
  })

  it('reads a standing line from its top', () => {
    const [box] = boxesOf(mapWithBar([100, 60], 80, 10, 90), 200, 120)
    if (!box) throw new Error('no box')
    expect(box.corners[1][1]).toBeGreaterThan(box.corners[0][1] + 60)
  })

  it('leaves out what is faint or tiny', () => {
    expect(boxesOf(mapWithBar([100, 60], 100, 10, 0, 0.4), 200, 120)).toEqual([])
    expect(boxesOf(mapWithBar([100, 60], 100, 1, 0), 200, 120)).toEqual([])
    expect(boxesOf(mapWithBar([100, 60], 100, 10, 0, 0.2), 200, 120)).toEqual([])
  })
})

describe('inReadingOrder', () => {
  it('rows go down, and to the right in a row', () => {
    const at = (name: string, x: number, y: number) => {
      const corners: Quad = [
        [x, y],
        [x + 30, y],
        [x + 30, y + 10],
        [x, y + 10],
      ]
      return { name, corners }
    }
    const boxes = [at('d', 50, 43), at('b', 60, 11), at('a', 10, 13), at('c', 10, 40)]
    expect(inReadingOrder(boxes).map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd'])
  })
})

describe('cropLine', () => {
  // Red grows to the right, green grows downwards.
  const picture = { width: 50, height: 40, pixels: new Uint8Array(50 * 40 * 3) }
  for (let y = 0; y < 40; y++)
    for (let x = 0; x < 50; x++) picture.pixels.set([x * 5, y * 5, 0], (y * 50 + x) * 3)

  it('cuts out a box as it is', () => {
    const crop = cropLine(
      picture,
      [
        [10, 10],
        [20, 10],
        [20, 15],
        [10, 15],
      ],
      10,
      5,
    )
    expect([...crop.pixels.slice(0, 3)]).toEqual([50, 50, 0])
    expect([...crop.pixels.slice(-3)]).toEqual([95, 70, 0])
  })

  it('turns a box that is read from its other end, and averages what it makes smaller', () => {
    const corners: Quad = [
      [20, 20],
      [10, 20],
      [10, 10],
      [20, 10],
    ]
    expect([...cropLine(picture, corners, 10, 10).pixels.slice(0, 3)]).toEqual([95, 95, 0])
    const [red = 0, green = 0] = cropLine(picture, corners, 1, 1).pixels
    expect(Math.abs(red - 72.5) + Math.abs(green - 72.5)).toBeLessThan(2)
  })

  it('repeats the edge outside of the picture', () => {
    const crop = cropLine(
      picture,
      [
        [60, 10],
        [64, 10],
        [64, 11],
        [60, 11],
      ],
      4,
      1,
    )
    expect([...crop.pixels]).toEqual([245, 50, 0, 245, 50, 0, 245, 50, 0, 245, 50, 0])
  })
})
