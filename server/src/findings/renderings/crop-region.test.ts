import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../../testing/random.ts'
import { cropRegion } from './crop-region.ts'

const size = { width: 1_000, height: 800 }
const crop = { tight: false, margin: 0.2, ratio: 4 / 3 }
const box = (xmin: number, ymin: number, width: number, height: number) => ({ xmin, ymin, width, height })

describe('cropRegion', () => {
  it.each([
    ['adds the margin and keeps the ratio', box(400, 300, 200, 150), crop, [346, 260, 308, 230]],
    ['grows a thin box to the ratio', box(400, 300, 200, 4), crop, [360, 197, 280, 210]],
    ['grows a high box to the ratio', box(480, 200, 10, 300), { ...crop, margin: 0 }, [285, 200, 400, 300]],
    ['moves to the inside at an edge', box(0, 700, 200, 100), crop, [0, 590, 280, 210]],
    ['is never wider than the picture', box(0, 0, 1_000, 800), crop, [0, 0, 1_000, 800]],
    ['shows the surroundings of a tiny box', box(500, 400, 2, 2), crop, [458, 369, 86, 64]],
    ['takes a tight box as it is', box(10.4, 20.6, 5, 3.2), { ...crop, tight: true }, [10, 20, 6, 4]],
    ['cuts a tight box at the edge', box(-20, 790, 50, 50), { ...crop, tight: true }, [0, 790, 30, 10]],
    ['gives a pixel for a box outside', box(5_000, 5_000, 9, 9), { ...crop, tight: true }, [999, 799, 1, 1]],
  ])('%s', (_what, given, options, [left, top, width, height]) => {
    expect(cropRegion(given, options, size)).toEqual({ left, top, width, height })
  })

  it('stays inside the picture for any box', () => {
    const random = seededRandom('crop-region')
    for (let n = 0; n < 5_000; n++) {
      const size = { width: 1 + random.below(3_000), height: 1 + random.below(3_000) }
      const any = () => random.below(8_000) / 2 - 1_000
      const given = box(any(), any(), random.below(4_000) / 3, random.below(4_000) / 3)
      const options = {
        tight: random.below(2) === 0,
        margin: random.below(20) / 10,
        ratio: 0.25 + random.below(15) / 4,
      }
      const { left, top, width, height } = cropRegion(given, options, size)
      expect([left, top, width, height].every(Number.isInteger)).toBe(true)
      expect(left).toBeGreaterThanOrEqual(0)
      expect(top).toBeGreaterThanOrEqual(0)
      expect(width).toBeGreaterThanOrEqual(1)
      expect(height).toBeGreaterThanOrEqual(1)
      expect(left + width).toBeLessThanOrEqual(size.width)
      expect(top + height).toBeLessThanOrEqual(size.height)
    }
  })
})
