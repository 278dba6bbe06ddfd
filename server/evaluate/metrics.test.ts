import { describe, expect, it } from 'vitest'
import {
  averagePrecision,
  calibrationError,
  matchFindings,
  pooledIou,
  reliabilityBins,
  scorePresence,
  shareOf,
} from './metrics.ts'

const ONCE = [1, 1, 1, 1]
const finding = (unit: number, confidence: number, isRight: boolean) => ({ unit, confidence, isRight })

describe('pooledIou', () => {
  const rows = [
    { unit: 0, both: 2, either: 10 },
    { unit: 1, both: 8, either: 10 },
  ]
  it('adds up cells before it divides', () => {
    expect(pooledIou([...rows, { unit: 2, both: 0, either: 80 }], ONCE)).toBe(0.1)
  })
  it('counts a picture as often as it was drawn', () => {
    expect(pooledIou(rows, [3, 1])).toBe(14 / 40)
  })
  it('is not defined without cells', () => {
    expect(pooledIou(rows, [0, 0])).toBeNaN()
  })
})

describe('scorePresence', () => {
  it('gives precision, recall and F1', () => {
    const rows = [
      { unit: 0, isTrue: true, isFound: true },
      { unit: 1, isTrue: true, isFound: false },
      { unit: 2, isTrue: false, isFound: true },
      { unit: 3, isTrue: true, isFound: true },
    ]
    expect(scorePresence(rows, ONCE)).toEqual({ precision: 2 / 3, recall: 2 / 3, f1: 4 / 6 })
    expect(scorePresence(rows, [0, 0, 1, 0])).toEqual({ precision: 0, recall: Number.NaN, f1: 0 })
  })
})

describe('shareOf', () => {
  it('weighs the rows', () => {
    const rows = [
      { unit: 0, holds: true },
      { unit: 1, holds: false },
    ]
    expect(shareOf(rows, [3, 1])).toBe(0.75)
  })
})

describe('matchFindings', () => {
  it('lets the most confident finding choose first, and a label be found once', () => {
    const ious = [
      [0.6, 0.7],
      [0.1, 0.9],
      [0.55, 0],
    ]
    expect(matchFindings(ious, 0.5)).toEqual([true, false, true])
  })
  it('asks for the IoU that was named', () => {
    expect(matchFindings([[0.6]], 0.6)).toEqual([true])
    expect(matchFindings([[0.6]], 0.65)).toEqual([false])
  })
})

describe('averagePrecision', () => {
  it('is 1 when every label is found before any mistake', () => {
    const ranked = [finding(0, 0.9, true), finding(1, 0.8, true), finding(2, 0.1, false)]
    expect(averagePrecision(ranked, [{ unit: 0 }, { unit: 1 }], ONCE)).toBe(1)
  })

  it('takes the best precision at or beyond each of 101 recalls', () => {
    // Precision 1 up to recall 1/2 (recalls 0.00 to 0.50: 51 points), then 2/3 up to recall 1 (50 points).
    const ranked = [finding(0, 0.9, true), finding(1, 0.8, false), finding(2, 0.7, true)]
    const value = averagePrecision(ranked, [{ unit: 0 }, { unit: 2 }], ONCE)
    expect(value).toBeCloseTo((51 * 1 + 50 * (2 / 3)) / 101, 10)
  })

  it('gives nothing for recalls that are never reached', () => {
    const value = averagePrecision([finding(0, 0.9, true)], [{ unit: 0 }, { unit: 1 }], ONCE)
    expect(value).toBeCloseTo(51 / 101, 10)
  })

  it('leaves out pictures that were not drawn, and is not defined without labels', () => {
    const ranked = [finding(1, 0.9, false), finding(0, 0.8, true)]
    expect(averagePrecision(ranked, [{ unit: 0 }], [1, 0])).toBe(1)
    expect(averagePrecision(ranked, [{ unit: 0 }], [1, 1])).toBeCloseTo(0.5, 10)
    expect(averagePrecision(ranked, [{ unit: 0 }], [0, 1])).toBeNaN()
  })
})

describe('calibrationError', () => {
  const rows = [finding(0, 0.9, true), finding(1, 0.9, false), finding(2, 0.3, false), finding(3, 0.3, false)]
  it('is the mean distance between confidence and truth', () => {
    // Half of those at 0.9 are right, none of those at 0.3.
    expect(calibrationError(rows, ONCE)).toBeCloseTo((2 * 0.4 + 2 * 0.3) / 4, 10)
  })
  it('puts certainty into the last bin', () => {
    const bins = reliabilityBins([finding(0, 1, true)], ONCE)
    expect(bins.at(-1)).toEqual({ low: 0.9, high: 1, n: 1, confidence: 1, right: 1 })
  })
})
