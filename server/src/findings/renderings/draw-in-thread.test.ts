import { describe, expect, it } from 'vitest'
import type { Point } from '../../core/contracts/findings.ts'
import { drawInThread } from './draw-in-thread.ts'
import { type DrawnRegion, drawRegions } from './draw-regions.ts'

const [width, height] = [1600, 1200]
const gray = () => Buffer.alloc(width * height * 3, 128)
const circle = Array.from({ length: 100 }, (_, n): Point => {
  const angle = (n / 100) * 2 * Math.PI
  return [800 + 500 * Math.cos(angle), 600 + 500 * Math.sin(angle)]
})
const regions: DrawnRegion[] = [{ color: [255, 0, 0], polygons: [circle] }]

describe('drawInThread', () => {
  it('draws the very picture that drawRegions draws, and leaves the given one as it was', async () => {
    const given = gray()
    const drawn = await drawInThread({ picture: { pixels: given, width, height }, regions })
    const expected = { pixels: gray(), width, height }
    drawRegions(expected, regions)
    expect(drawn).toMatchObject({ width, height })
    expect(expected.pixels.equals(drawn.pixels)).toBe(true)
    expect(given.equals(gray())).toBe(true)
  })

  it('fails when the thread fails', async () => {
    const broken = [{ color: [255, 0, 0], polygons: null }] as unknown as DrawnRegion[]
    const picture = { pixels: gray(), width, height }
    await expect(drawInThread({ picture, regions: broken })).rejects.toThrow()
  })
})
