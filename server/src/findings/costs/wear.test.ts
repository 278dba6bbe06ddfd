import type { DamageType } from '@walkaround/catalog/damage-types'
import type { PartType } from '@walkaround/catalog/parts'
import { describe, expect, it } from 'vitest'
import { damageOf, inputOf, packOf } from '../../../test/estimate-input.ts'
import { estimate } from './estimate.ts'
import type { EstimateDamage } from './estimate-types.ts'

let count = 0
const damage = (damage_type: DamageType, part: PartType, low: number | null, likely = low, high = likely) =>
  damageOf({
    id: `w${++count}`,
    damage_type,
    part_types: [part],
    size_cm: likely,
    size_cm_low: low,
    size_cm_high: high,
  })
const withPack = (damages: EstimateDamage[], pack = 'wear-a') =>
  estimate(inputOf('GB', damages, { wear: packOf(pack) }))

describe('one damage', () => {
  it.each<[DamageType, PartType, number | null, number | null, string, string | null, string]>([
    ['scratch', 'hood', 2, 2.5, 'within_wear', 'scratch', 'wear_within_limit'],
    ['scratch', 'hood', 2, 2.6, 'uncertain', 'scratch', 'wear_straddles_limit'],
    ['scratch', 'hood', 2.6, 3, 'billable', 'scratch', 'wear_over_limit'],
    ['scratch', 'hood', null, null, 'uncertain', 'scratch', 'wear_size_unknown'],
    ['dent', 'hood', 1, 1.5, 'within_wear', 'dent', 'wear_within_limit'],
    ['dent', 'roof', 1, 1.5, 'billable', 'dent', 'wear_excluded_zone'],
    ['scratch', 'rim_front_left', 4, 5, 'within_wear', 'wheel_scuff', 'wear_within_limit'],
    ['broken_glass', 'windshield_front', null, null, 'billable', 'never_accepted', 'wear_never_accepted'],
    ['scratch', 'windshield_front', 1, 1, 'billable', null, 'wear_no_rule'],
  ])('%s on %s of %s to %s cm is %s', (type, part, low, high, verdict, rule, reason) => {
    const { verdicts } = withPack([damage(type, part, low, low, high)])
    expect(verdicts).toEqual([expect.objectContaining({ verdict, rule, reason })])
  })

  it('carries what was measured, the limit, and what no picture shows', () => {
    const [verdict] = withPack([damage('dent', 'hood', 1, 1.5, 2.5)], 'wear-b').verdicts
    expect(verdict).toMatchObject({
      verdict: 'uncertain',
      measured_mm: { low: 10, likely: 15, high: 25 },
      limit_mm: 20,
      unchecked: ['paint_intact', 'depth'],
    })
  })

  it('on two parts has the verdict of the stricter one', () => {
    const dent = { ...damage('dent', 'hood', 1), part_types: ['hood', 'roof'] satisfies PartType[] }
    expect(withPack([dent]).verdicts).toEqual([
      expect.objectContaining({ part_type: 'roof', verdict: 'billable' }),
    ])
  })

  it('is not judged when it is no damage or too doubtful', () => {
    const doubtful = { ...damage('dent', 'hood', 1), is_confirmed: false, confidence: 0.1 }
    expect(withPack([damage('dirt', 'hood', 1), doubtful]).verdicts).toEqual([])
  })
})

describe('counts on one part', () => {
  const scratches = (n: number) => Array.from({ length: n }, () => damage('scratch', 'door_front_left', 2))
  const verdicts = (damages: EstimateDamage[]) => withPack(damages).verdicts.map(({ verdict }) => verdict)

  it('four are accepted, five are not', () => {
    expect(new Set(verdicts(scratches(4)))).toEqual(new Set(['within_wear']))
    expect(new Set(verdicts(scratches(5)))).toEqual(new Set(['billable']))
  })

  it('four and one that may count are uncertain', () => {
    const maybe = damage('scratch', 'door_front_left', 2, 2, 3)
    const { verdicts: found } = withPack([...scratches(4), maybe])
    expect(found.map(({ reason }) => reason).toSorted()).toEqual([
      ...Array(4).fill('wear_maybe_too_many'),
      'wear_straddles_limit',
    ])
  })

  it('those that are charged anyway, or lie on another part, do not count', () => {
    const others = [damage('scratch', 'door_front_left', 9), damage('scratch', 'door_front_right', 2)]
    expect(verdicts([...scratches(4), ...others]).filter((one) => one === 'within_wear')).toHaveLength(5)
  })

  it('a damage on a door and its handle counts once', () => {
    const both = {
      ...damage('scratch', 'door_front_left', 2),
      part_types: ['door_front_left', 'handle_front_left'] satisfies PartType[],
    }
    expect(new Set(verdicts([...scratches(3), both]))).toEqual(new Set(['within_wear']))
  })
})

describe('the price', () => {
  it('leaves out fair wear and says so', () => {
    const one = damage('scratch', 'hood', 2)
    const { total, not_priced, parts } = withPack([one])
    expect(total.high).toBe(0)
    expect(not_priced).toEqual([{ damage_id: one.id, part_type: 'hood', rule: 'within_wear' }])
    expect(parts).toEqual([
      expect.objectContaining({ part_type: 'hood', operation: 'none', level: 0, lines: [] }),
    ])
  })

  it('has what is uncertain in the likely sum and not in the low one', () => {
    const { net } = withPack([damage('scratch', 'hood', 2, 2.4, 2.8)])
    // 0.4 h at 62.50.
    expect(net).toEqual({ low: 0, likely: 2_500, high: 2_500 })
  })
})
