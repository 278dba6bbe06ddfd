import { describe, expect, it } from 'vitest'
import type { DamageCandidate } from '../../damage/segment-damage.ts'
import { judgeWheel, UNKNOWN_WHEEL, WHEEL_RULES, type WheelSight } from './judge-wheel.ts'

const SIDE = 32
const WHEEL = { xmin: 0.1, ymin: 0.1, width: 0.8, height: 0.8 }
const SEEN_WELL: WheelSight = { located: 0.9, short_side_px: 300, is_whole: true, sharpness: 0.8 }

/** A finding of 3 × 3 cells around a place given in shares of the crop. */
function candidateAt(x: number, y: number, given: Partial<DamageCandidate> = {}): DamageCandidate {
  const [column, row] = [Math.floor(x * SIDE), Math.floor(y * SIDE)]
  const cells = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => (row + down) * SIDE + column + right))
  return {
    class_name: 'scratch',
    damage_type: 'scratch',
    confidence: 0.8,
    is_shown: true,
    is_shown_on_vehicle: true,
    cells: Uint32Array.from(cells),
    grid: new Float32Array(SIDE * SIDE),
    side: SIDE,
    mask_threshold: 0.5,
    ...given,
  }
}

const rim = (candidates: DamageCandidate[], sight: Partial<WheelSight> = {}) =>
  judgeWheel(candidates, WHEEL, { ...SEEN_WELL, ...sight }).rim_condition

describe('judgeWheel', () => {
  it('calls a rim damaged by a finding on it, no surer than the wheel itself', () => {
    expect(rim([candidateAt(0.5, 0.3)])).toEqual({ prediction: 'DAMAGED', confidence: 0.72 })
  })

  it('takes the strongest finding', () => {
    const both = [candidateAt(0.5, 0.3, { confidence: 0.75 }), candidateAt(0.5, 0.6, { confidence: 0.9 })]
    expect(rim(both)).toEqual({ prediction: 'DAMAGED', confidence: 0.81 })
  })

  const others: [string, DamageCandidate][] = [
    ['in the corner of the crop, where the fender is', candidateAt(0.12, 0.12)],
    ['on the tire', candidateAt(0.5, 0.12)],
    ['of a class that wheels do not have', candidateAt(0.5, 0.3, { damage_type: 'broken_glass' })],
    ['that is no damage', candidateAt(0.5, 0.3, { damage_type: null })],
    ['that the damage model itself does not show', candidateAt(0.5, 0.3, { is_shown: false })],
  ]
  it.each(others)('does not count a finding %s', (_, candidate) => {
    expect(rim([candidate]).prediction).toBe('NOT_DAMAGED')
  })

  it('is not damaged by weak evidence, and less sure to be undamaged', () => {
    const limit = WHEEL_RULES.NOT_DAMAGED_CONFIDENCE_MAX
    expect(rim([candidateAt(0.5, 0.3, { confidence: 0.69 })])).toEqual({
      prediction: 'NOT_DAMAGED',
      confidence: 0.279,
    })
    expect(rim([])).toEqual({ prediction: 'NOT_DAMAGED', confidence: limit })
  })

  const poorly: [string, Partial<WheelSight>][] = [
    ['small', { short_side_px: 159 }],
    ['cut off', { is_whole: false }],
    ['blurred', { sharpness: 0.74 }],
    ['hardly a wheel', { located: 0.69 }],
  ]
  it.each(poorly)('says nothing when nothing is found on a wheel that is %s', (_, sight) => {
    expect(rim([], sight)).toEqual({ prediction: 'UNKNOWN', confidence: -1 })
    expect(rim([candidateAt(0.5, 0.3)], sight).prediction).toBe('DAMAGED')
  })

  it('says nothing of a wheel of a few pixels', () => {
    expect(judgeWheel([candidateAt(0.5, 0.3)], WHEEL, { ...SEEN_WELL, short_side_px: 63 })).toEqual(
      UNKNOWN_WHEEL,
    )
  })

  it('says nothing of hubcaps, materials and looks', () => {
    const { rim_condition, ...others } = judgeWheel([candidateAt(0.5, 0.3)], WHEEL, SEEN_WELL)
    expect(rim_condition.confidence).toBeGreaterThan(0)
    expect(Object.values(others)).toEqual(Array(5).fill({ prediction: 'UNKNOWN', confidence: -1 }))
  })
})
