import type { DamageType } from '@walkaround/catalog/damage-types'
import type { PartType } from '@walkaround/catalog/parts'
import { describe, expect, it } from 'vitest'
import { damageOf, inputOf } from '../../../test/estimate-input.ts'
import { estimate } from './estimate.ts'
import type { EstimateDamage, EstimateInput } from './estimate-types.ts'

let count = 0
const damage = (
  damage_type: DamageType,
  part: PartType,
  size_cm: number | null = null,
  more: Partial<EstimateDamage> = {},
) => damageOf({ id: `d${++count}`, damage_type, part_types: [part], size_cm, ...more })
const estimateOf = (region: string, damages: EstimateDamage[], more: Partial<EstimateInput> = {}) =>
  estimate(inputOf(region, damages, more))
const partOf = (damages: EstimateDamage[], more: Partial<EstimateInput> = {}) => {
  const [part] = estimateOf('DE', damages, more).parts
  if (!part) throw new Error('no part is estimated')
  return part
}
const quantities = (lines: { kind: string; quantity: number }[]) =>
  Object.fromEntries(lines.map(({ kind, quantity }) => [kind, quantity]))

describe('the worked checks of the method', () => {
  // 0.5 + 0.35 × 40/7 dm² are 2.5 hours.
  const dent = damageOf({ id: 'a', damage_type: 'dent', part_types: ['hood'], size_cm: 12, area_dm2: 40 / 7 })

  it('a dent in the hood with a blended fender costs 708.63 before tax', () => {
    const { parts, net } = estimateOf('US', [dent])
    expect(quantities(parts[0]?.lines ?? [])).toEqual({
      body: 2_500,
      refinish: 3_000,
      clear_coat: 1_200,
      blend: 1_100,
      material: 5_300,
    })
    expect(net.likely).toBe(70_863)
    expect(parts[0]?.hours).toEqual({ T2: 2.5, PAINT: 5.3 })
    expect(parts[0]?.operations).toEqual(['dent_repair', 'refinishing'])
  })

  it('two panels of 3.0 hours that touch take 4.2 and 3.12 hours with clear coat', () => {
    const { table, ...rest } = inputOf('DE', [
      damage('paint_damage', 'hood', 30),
      damage('paint_damage', 'fender_front_left', 30),
    ])
    const fender = table.rows.fender_front
    if (!fender) throw new Error('the table has no fender')
    const rows = { ...table.rows, fender_front: { ...fender, refinish_hours: 3 } }
    const { parts } = estimate({ ...rest, table: { ...table, rows } })
    expect(parts.map(({ part_type, hours }) => [part_type, hours])).toEqual([
      // Of equal panels the one that stands first in the list of parts is the first.
      ['fender_front_left', { PAINT: 4.2 }],
      ['hood', { PAINT: 3.12 }],
    ])
  })
})

describe('which operation', () => {
  it.each<[DamageType, PartType, number | null, string, string, number]>([
    ['scratch', 'door_front_left', 10, 'polish', 'polish_small_scratch', 1],
    ['scratch', 'door_front_left', 10.1, 'repair', 'repair_refinish', 2],
    ['dent', 'hood', 5, 'pdr', 'pdr_small_dent', 1],
    ['dent', 'hood', 5.1, 'repair', 'repair_refinish', 2],
    ['dent', 'hood', 15.1, 'repair', 'repair_refinish', 3],
    ['dent', 'bumper_front', 3, 'repair', 'repair_refinish', 2],
    ['rustiness', 'door_back_left', 2, 'repair', 'repair_refinish', 2],
    ['misshape', 'trunk', 10, 'repair', 'repair_refinish', 3],
    ['body_crack', 'bumper_back', 10, 'replace', 'replace_torn', 3],
    ['missing_piece', 'grill', 4, 'replace', 'replace_missing', 3],
    ['broken_glass', 'windshield_front', null, 'replace', 'replace_glass', 3],
    ['broken_glass', 'mirror_left', null, 'replace', 'replace_glass', 3],
    ['broken_light', 'head_light_right', 4, 'replace', 'replace_light', 3],
    ['smash', 'tail_light_left', 4, 'replace', 'replace_light', 3],
    ['scratch', 'rim_front_left', 4, 'repair', 'wheel_refurbish', 2],
    ['dent', 'wheel_front_left', 4, 'replace', 'replace_wheel', 3],
    ['dent', 'grill', 4, 'replace', 'replace_unpainted', 3],
    // A new piece, but the part it belongs to stays.
    ['missing_piece', 'handle_front_left', 4, 'repair', 'replace_missing', 2],
    ['missing_hubcap', 'wheel_back_left', null, 'repair', 'replace_missing', 2],
    // A dent of half a metre: 0.5 + 0.35 × 12.5 dm² are 4.875 hours.
    ['dent', 'fender_front_left', 50, 'replace', 'replace_share', 3],
  ])('%s on %s of %s cm: %s by %s, level %s', (type, part, size, operation, rule, level) => {
    const found = partOf([damage(type, part, size)])
    expect([found.operation, found.operation_rule, found.level]).toEqual([operation, rule, level])
    expect(found.net.likely).toBeGreaterThan(0)
  })

  it.each<[DamageType, PartType, string]>([
    ['dirt', 'hood', 'not_a_damage'],
    ['scratch', 'ignore', 'part_unknown'],
    ['scratch', 'interior', 'inside_not_covered'],
    ['broken_glass', 'door_front_left', 'type_does_not_fit_part'],
    ['hubcap_scratch', 'hood', 'type_does_not_fit_part'],
    ['scratch', 'windshield_front', 'type_does_not_fit_part'],
  ])('%s on %s is not priced: %s', (type, part, rule) => {
    const one = damage(type, part, 5)
    const { parts, total, not_priced } = estimateOf('FR', [one])
    expect(not_priced).toEqual([{ damage_id: one.id, part_type: part, rule }])
    expect([parts, total.high]).toEqual([[], 0])
  })

  it('a doubtful finding is priced only once a person confirmed it', () => {
    const doubtful = damage('scratch', 'hood', 5, { is_confirmed: false, confidence: 0.2 })
    expect(estimateOf('FR', [doubtful]).not_priced[0]?.rule).toBe('too_doubtful')
    expect(estimateOf('FR', [{ ...doubtful, is_confirmed: true }]).net.likely).toBe(2_600)
    const likely = estimateOf('FR', [{ ...doubtful, confidence: 0.3 }])
    expect([likely.net.likely, likely.unconfirmed]).toEqual([2_600, [doubtful.id]])
  })

  it('nothing is priced on a vehicle the table is not for', () => {
    const vehicle = { brand: null, vehicle_type: 'HGV', market_value: null }
    const choices = [{ part_type: 'hood' as const, repair_operation: 'replace' as const }]
    const { not_priced, parts } = estimateOf('FR', [damage('dent', 'hood', 5)], { vehicle, choices })
    expect([not_priced[0]?.rule, parts]).toEqual(['vehicle_type_not_covered', []])
  })
})

describe('several damages', () => {
  it('a replacement takes the others with it, and says so', () => {
    const both = [damage('missing_piece', 'bumper_front', 5), damage('scratch', 'bumper_front', 30)]
    const { decisions, net } = partOf(both)
    expect(decisions.map(({ rule }) => rule)).toEqual(['replace_missing', 'absorbed_by_replace'])
    expect(net).toEqual(partOf(both.slice(0, 1)).net)
  })

  it('one refinish for all, and no polishing beside it', () => {
    const both = [damage('paint_damage', 'door_back_left', 12), damage('scratch', 'door_back_left', 4)]
    const { decisions, lines } = partOf(both)
    expect(decisions.map(({ rule }) => rule)).toEqual(['repair_refinish', 'absorbed_by_refinish'])
    expect(lines.map(({ kind }) => kind)).toEqual(['refinish', 'clear_coat', 'material'])
  })

  it('five scratches are no longer polished one by one', () => {
    const scratches = [1, 2, 3, 4, 5].map(() => damage('scratch', 'door_back_left', 4))
    expect(partOf(scratches.slice(1)).operation).toBe('polish')
    expect(partOf(scratches).operation_rule).toBe('polish_count_exceeded')
  })

  it('dents of mixed size cost what the larger ones alone do, or more', () => {
    const price = (...sizes: number[]) =>
      partOf(sizes.map((size) => damage('dent', 'trunk', size))).net.likely
    expect(price(3)).toBe(12_500)
    expect(price(1.5)).toBe(5_500)
    expect(price(3, 1.5, 1.5)).toBe(12_500)
    expect(price(3, 1.5, 1.5, 1.5, 1.5, 1.5)).toBe(14_500)
  })

  it('a damage on two parts is on both, each with half of its area', () => {
    const one = damageOf({
      id: 'two',
      damage_type: 'dent',
      part_types: ['door_front_left', 'door_back_left'],
      size_cm: 20,
    })
    const { parts } = estimateOf('DE', [one])
    // 0.5 × 2 dm × 2 dm / 2 parts is one square decimetre.
    expect(parts.map(({ hours }) => hours.T2)).toEqual([0.85, 0.85])
  })

  it('a child is priced with its parent on a line of its own', () => {
    const { parts } = estimateOf('DE', [
      damage('scratch', 'door_front_left', 5),
      damage('missing_piece', 'handle_front_left', 5),
    ])
    expect(parts.map(({ part_type }) => part_type)).toEqual(['door_front_left'])
    expect(parts[0]?.lines.map(({ part_type, kind }) => `${part_type} ${kind}`)).toEqual([
      'door_front_left polish',
      'handle_front_left part',
      'handle_front_left fit',
      'handle_front_left refinish',
      'handle_front_left clear_coat',
      'handle_front_left material',
    ])
  })

  it('clear coat ends at 2.5 hours for the vehicle', () => {
    const painted: PartType[] = [
      'hood',
      'roof',
      'trunk',
      'door_front_left',
      'door_back_left',
      'door_front_right',
    ]
    const { parts } = estimateOf(
      'DE',
      painted.map((part) => damage('paint_damage', part, 20)),
    )
    const clear = parts.flatMap(({ lines }) => lines.filter(({ kind }) => kind === 'clear_coat'))
    expect(clear.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(2_500)
    // 40 % of 3.4 h, then 20 % of 2.8 h and of 2.2 h leave 0.14 h for the next panel and nothing for the others.
    const capped = clear.filter(({ rule }) => rule === 'clear_coat_capped')
    expect(capped.map(({ quantity }) => quantity).toSorted()).toEqual([0, 0, 140])
  })

  it('a panel that is refinished itself is not blended', () => {
    const blends = (damages: EstimateDamage[]) =>
      estimateOf('US', damages)
        .parts.flatMap(({ lines }) => lines.filter(({ kind }) => kind === 'blend'))
        .map(({ part_type }) => part_type)
    const hood = damage('paint_damage', 'hood', 20)
    expect(blends([hood])).toEqual(['fender_front_left'])
    expect(blends([hood, damage('paint_damage', 'fender_front_left', 20)])).toEqual([
      'door_front_left',
      'fender_front_right',
    ])
  })
})

describe('the error bar', () => {
  it('widens the hours', () => {
    const { net, lines } = partOf([damage('dent', 'hood', 20, { size_cm_low: 15, size_cm_high: 25 })])
    // 0.5 + 0.35 × 0.5 × (1.5², 2², 2.5²) dm² are 0.89, 1.2 and 1.59 hours at 169.75.
    expect(lines[0]).toMatchObject({ kind: 'body', low: 15_108, likely: 20_370, high: 26_990 })
    expect(net.high - net.likely).toBe(26_990 - 20_370)
  })

  it('that reaches another operation has the difference on a line of its own', () => {
    const { operation, lines, net } = partOf([damage('dent', 'hood', 4, { size_cm_low: 3, size_cm_high: 6 })])
    const repaired = partOf([damage('dent', 'hood', 6)]).net.likely
    expect(operation).toBe('pdr')
    expect(lines.at(-1)).toMatchObject({ kind: 'span', rule: 'other_operation_possible', likely: 0 })
    expect(net).toEqual({ low: 13_500, likely: 19_000, high: repaired })
  })

  it('is the one of the table where there is none, and its span where there is no size', () => {
    const bare = { size_cm_low: null, size_cm_high: null }
    const [assumed] = partOf([damage('dent', 'hood', 10, bare)]).decisions
    expect(assumed).toMatchObject({
      size_rule: 'size_error_assumed',
      size_mm: { low: 70, likely: 100, high: 130 },
    })
    const unknown = partOf([damage('dent', 'hood')])
    expect(unknown.decisions[0]).toMatchObject({
      size_rule: 'size_unknown',
      size_mm: { low: 20, likely: 60, high: 150 },
    })
    expect(unknown.net.low).toBeLessThan(unknown.net.likely)
  })
})

describe('what a person chose', () => {
  const chosen = (repair_operation: 'repair' | 'replace', part_type: PartType = 'hood') => ({
    choices: [{ part_type, repair_operation }],
  })

  it('stands above the rules', () => {
    const scratch = damage('scratch', 'hood', 5)
    expect(partOf([scratch], chosen('replace'))).toMatchObject({
      operation: 'replace',
      operation_rule: 'person_chose_replace',
    })
    const crack = damage('body_crack', 'bumper_front', 5)
    expect(partOf([crack], chosen('repair', 'bumper_front'))).toMatchObject({
      operation: 'repair',
      operation_rule: 'person_chose_repair',
    })
    const large = damage('dent', 'fender_front_left', 50)
    expect(partOf([large], chosen('repair', 'fender_front_left')).operation).toBe('repair')
  })

  it('replaces a part on which nothing was found', () => {
    const part = partOf([], chosen('replace'))
    expect(part).toMatchObject({ part_type: 'hood', operation: 'replace', level: 3 })
    expect(part.lines[0]).toMatchObject({ kind: 'part', damage_ids: [], likely: 52_800 })
  })

  it('is not made up where the table has no price for it', () => {
    const glass = damage('broken_glass', 'windshield_front')
    const { not_priced, total } = estimateOf('DE', [glass], chosen('repair', 'windshield_front'))
    expect([not_priced[0]?.rule, total.high]).toEqual(['repair_has_no_price', 0])
  })
})

describe('refusals and flags', () => {
  it('refuses a market value in another currency', () => {
    const vehicle = { brand: null, vehicle_type: null, market_value: { minor: 100, currency: 'USD' } }
    expect(() => estimateOf('DE', [], { vehicle })).toThrow('the market value is in USD, the table in EUR')
  })

  it('refuses two damages of one id, and sizes that are none', () => {
    const one = damage('dent', 'hood', 5)
    expect(() => estimateOf('DE', [one, one])).toThrow(`two damages with the id ${one.id}`)
    expect(() => estimateOf('DE', [damage('dent', 'hood', Number.NaN)])).toThrow('NaN cm')
    expect(() => estimateOf('DE', [damage('dent', 'hood', -1)])).toThrow('-1 cm')
  })

  it.each([
    [10_000_000, false],
    [100_000, true],
  ])('a market value of %s: total loss %s', (minor, flag) => {
    const vehicle = { brand: null, vehicle_type: null, market_value: { minor, currency: 'EUR' } }
    const { total_loss } = estimateOf('DE', [damage('misshape', 'roof', 60)], { vehicle })
    expect(total_loss).toMatchObject({ flag, rule: 'total_loss_share', share: 1 })
  })
})
