import { describe, expect, it } from 'vitest'
import { countBlocks } from '../../../test/counted-work.ts'
import type { Point } from '../../core/contracts/findings.ts'
import type { Color } from './colors.ts'
import { drawRegions } from './draw-regions.ts'

const RED: Color = [255, 0, 0]
const BLUE: Color = [0, 0, 255]
const SQUARE: Point[] = [
  [20, 20],
  [80, 20],
  [80, 80],
  [20, 80],
]

function gray(width = 100, height = 100) {
  return { pixels: new Uint8Array(width * height * 3).fill(128), width, height }
}

function drawn(regions: Parameters<typeof drawRegions>[1], size?: [number, number]) {
  const picture = gray(...(size ?? []))
  drawRegions(picture, regions)
  const at = (x: number, y: number) => {
    const n = (y * picture.width + x) * 3
    return [...picture.pixels.slice(n, n + 3)]
  }
  return { picture, at }
}

describe('drawRegions', () => {
  it('draws the outline in the color, a dark halo beside it, a thin fill inside, and nothing outside', () => {
    const { at } = drawn([{ color: RED, polygons: [SQUARE] }])
    expect(at(50, 20)).toEqual([255, 0, 0])
    expect(at(20, 50)).toEqual([255, 0, 0])
    const [red, green, blue] = at(50, 18)
    expect([red, green, blue]).toEqual([red, red, red])
    expect(red).toBeLessThan(64)
    expect(at(50, 50)).toEqual([153, 102, 102])
    expect(at(50, 10)).toEqual([128, 128, 128])
    expect(at(90, 90)).toEqual([128, 128, 128])
  })

  it('fills the inside of a concave polygon only', () => {
    const notch: Point[] = [
      [10, 10],
      [90, 10],
      [90, 90],
      [50, 30],
      [10, 90],
    ]
    const { at } = drawn([{ color: RED, polygons: [notch] }])
    expect(at(50, 20)).toEqual([153, 102, 102])
    expect(at(50, 70)).toEqual([128, 128, 128])
  })

  it('blends overlapping regions once, the later one on top, and keeps every outline', () => {
    const shifted = SQUARE.map(([x, y]): Point => [x + 15, y + 15])
    const { at } = drawn([
      { color: RED, polygons: [SQUARE, SQUARE] },
      { color: BLUE, polygons: [shifted] },
    ])
    expect(at(28, 28)).toEqual([153, 102, 102])
    expect(at(60, 60)).toEqual([102, 102, 153])
    expect(at(50, 79)).toEqual([255, 0, 0])
    expect(at(50, 35)).toEqual([0, 0, 255])
  })

  it.each<[string, Point[]]>([
    ['no point', []],
    ['one point', [[50, 50]]],
    [
      'a line',
      [
        [0, 50],
        [99, 50],
      ],
    ],
    [
      'the same point often',
      [
        [5, 5],
        [5, 5],
        [5, 5],
      ],
    ],
    [
      'points far outside',
      [
        [-1e6, -1e6],
        [1e6, -1e6],
        [0, 1e6],
      ],
    ],
  ])('takes a polygon of %s', (_what, polygon) => {
    const { picture } = drawn([{ color: RED, polygons: [polygon] }])
    expect(picture.pixels).toHaveLength(30_000)
  })

  it('draws the same every time', () => {
    const regions = [
      { color: RED, polygons: [SQUARE] },
      { color: BLUE, polygons: [SQUARE.toReversed()] },
    ]
    expect(drawn(regions).picture.pixels).toEqual(drawn(regions).picture.pixels)
  })

  it('draws a hundred regions on the largest working picture without going over all of it for each', async () => {
    const circle = (n: number) =>
      Array.from({ length: 200 }, (_, k): Point => {
        const angle = (k / 200) * 2 * Math.PI
        return [1024 + (n * 9 + 50) * Math.cos(angle), 1024 + (n * 9 + 50) * Math.sin(angle)]
      })
    const regions = Array.from({ length: 100 }, (_, n) => ({
      color: n % 2 ? RED : BLUE,
      polygons: [circle(n)],
    }))
    const module = new URL('./draw-regions.ts', import.meta.url)
    const { blocks } = await countBlocks(module, 'drawRegions', gray(2048, 2048), regions)
    // 40 million. Composing the planes for each region would be more than 400 million.
    expect(blocks).toBeLessThan(60_000_000)
  })
})
