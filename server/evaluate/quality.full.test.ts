import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { evaluateQuality, FAULTS } from './quality.ts'

const DATA = join(import.meta.dirname, '../../../shared/data')

describe('evaluateQuality', () => {
  it('parts spoiled pictures from good ones: area at least 0.95 for every fault', async () => {
    const figures = await evaluateQuality(DATA)
    console.log('area under the curve by fault', JSON.stringify(figures))
    for (const { name } of FAULTS) {
      expect(figures[name].n, name).toBe(108)
      expect(figures[name].value, name).toBeGreaterThanOrEqual(0.95)
    }
  })
})
