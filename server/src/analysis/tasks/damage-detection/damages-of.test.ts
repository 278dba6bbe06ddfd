import { describe, expect, it } from 'vitest'
import type { DamageCandidate } from '../../damage/segment-damage.ts'
import { damagesOf } from './run-damage-detection.ts'

const SIDE = 32
const CANDIDATE: DamageCandidate = {
  class_name: 'dent',
  damage_type: 'dent',
  confidence: 0.9,
  is_shown: true,
  is_shown_on_vehicle: true,
  cells: new Uint32Array(0),
  grid: new Float32Array(0),
  side: SIDE,
  mask_threshold: 0.5,
}

describe('damagesOf', () => {
  it('leaves out what is on another vehicle, and keeps what is on a piece of this one', () => {
    const boxOf = (left: number, right: number) => ({ left, right, top: 0.1, bottom: 0.9 })
    const main = { kind: 'car' as const, score: 0.9, box: boxOf(0.1, 0.7) }
    const at = (column: number) => ({ ...CANDIDATE, cells: Uint32Array.of(16 * SIDE + column) })
    const countWith = (box: ReturnType<typeof boxOf>) =>
      damagesOf(
        [at(8), at(28)],
        { vehicles: [main, { ...main, score: 0.3, box }], main },
        { vehicle_gate: 0.3 },
        null,
      ).length
    expect(countWith(boxOf(0.8, 1))).toBe(1)
    expect(countWith(boxOf(0.3, 0.95))).toBe(1)
    expect(countWith(boxOf(0.15, 0.95))).toBe(2)
  })
})
