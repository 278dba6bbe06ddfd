import { describe, expect, it } from 'vitest'
import { DAMAGE_TYPES, isDamage } from './damage-types.ts'

describe('damage types', () => {
  it('four of the eighteen are no damage', () => {
    expect(DAMAGE_TYPES).toHaveLength(18)
    const none = DAMAGE_TYPES.filter((type) => !isDamage(type))
    expect(none).toEqual(['dirt', 'light_reflection', 'shadow', 'car_curve'])
  })
})
