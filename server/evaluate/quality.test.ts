import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { areaUnderCurve, evaluateQuality, FAULTS } from './quality.ts'

const DATA = join(import.meta.dirname, '../../../shared/data')

describe('areaUnderCurve', () => {
  // Two good pictures in rows, two bad ones in columns.
  it.each([
    ['every good one is better', [1, 1, 1, 1], [1, 1], 1],
    ['nothing parts them', [0.5, 0.5, 0.5, 0.5], [1, 1], 0.5],
    ['one pair is the wrong way round', [1, 1, 0, 1], [1, 1], 0.75],
    ['the wrong pair is drawn more often', [1, 1, 1, 0], [1, 3], 7 / 16],
  ])('%s', (_, pairs, weights, area) => {
    expect(areaUnderCurve(new Float32Array(pairs), weights)).toBeCloseTo(area, 6)
  })
})

// All pictures, and 0.95, are in quality.full.test.ts: twelve of them are coarser.
describe('evaluateQuality', () => {
  it('parts spoiled pictures from good ones: area at least 0.85 for every fault', async () => {
    const figures = await evaluateQuality(DATA, { every: 9 })
    for (const { name } of FAULTS) {
      expect(figures[name].n, name).toBe(12)
      expect(figures[name].value, name).toBeGreaterThanOrEqual(0.85)
    }
  })
})
