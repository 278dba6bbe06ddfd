import { DAMAGE_TYPES } from '@walkaround/catalog/damage-types'
import { PART_TYPES } from '@walkaround/catalog/parts'
import { describe, expect, it } from 'vitest'
import { type Random, seededRandom } from '../../../../testing/random.ts'
import { damageOf, packOf, REGIONS, tableOf } from '../../../test/estimate-input.ts'
import type { Span } from './amounts.ts'
import { estimate } from './estimate.ts'
import type { Estimate, EstimateDamage, EstimateInput, EstimatePart } from './estimate-types.ts'

const RUNS = 300
/** The rules by which one damage more may make its part cheaper. */
const MAY_LOWER = new Set([
  'absorbed_by_replace',
  'absorbed_by_refinish',
  'replace_share',
  'polish_count_exceeded',
  'pdr_count_exceeded',
])
/** And those of a damage that has another part painted as well, with which this one then shares the work. */
const PAINT_SHARED = new Set([
  'refinish_adjacent',
  'refinish_not_adjacent',
  'clear_coat_further',
  'clear_coat_capped',
])

function randomDamage(random: Random, id: string): EstimateDamage {
  // Few parts, so that damages meet; now and then any part.
  const near = [
    'hood',
    'fender_front_left',
    'door_front_left',
    'handle_front_left',
    'bumper_front',
    'wheel_front_left',
    'rim_front_left',
  ] as const
  const part = () => (random.below(4) === 0 ? random.pick(PART_TYPES) : random.pick(near))
  const size_cm = random.below(8) === 0 ? null : random.below(400) / 10
  const isBare = random.below(5) === 0
  return damageOf({
    id,
    damage_type: random.pick(DAMAGE_TYPES),
    part_types: random.below(5) === 0 ? [part(), part()] : [part()],
    size_cm,
    size_cm_low: size_cm === null || isBare ? null : size_cm * (1 - random.next() * 0.5),
    size_cm_high: size_cm === null || isBare ? null : size_cm * (1 + random.next() * 0.5),
    is_confirmed: random.below(2) === 0,
    confidence: random.below(3) === 0 ? null : random.next(),
    ...(random.below(6) === 0 && { area_dm2: random.below(900) / 100 }),
  })
}

function randomInput(random: Random): EstimateInput {
  const damages = Array.from({ length: random.below(14) }, (_, n) => randomDamage(random, `d${n}`))
  const table = tableOf(random.pick(REGIONS))
  return {
    table,
    wear: random.below(2) === 0 ? null : packOf(random.pick(['wear-a', 'wear-b', 'wear-c'])),
    vehicle: {
      brand: null,
      vehicle_type: random.pick([null, 'suv', 'sedan', 'coupe']),
      market_value:
        random.below(2) === 0 ? null : { minor: random.below(3_000_000), currency: table.currency },
    },
    damages,
    choices:
      random.below(3) === 0
        ? [
            {
              part_type: random.pick(['hood', 'bumper_front', 'rim_front_left', 'ignore']),
              repair_operation: random.pick(['repair', 'replace']),
            },
          ]
        : [],
  }
}

function forEachInput(name: string, check: (input: EstimateInput, random: Random) => void) {
  const random = seededRandom(name)
  for (let run = 0; run < RUNS; run++) check(randomInput(random), random)
}

const added = (spans: Span[], end: keyof Span) => spans.reduce((sum, span) => sum + span[end], 0)
const linesOf = ({ parts }: Estimate) => parts.flatMap((part) => part.lines)
const shuffled = <Item>(items: Item[], random: Random): Item[] =>
  items
    .map((item) => ({ item, key: random.next() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item)

describe('every estimate', () => {
  it('is the sum of its lines and tax on it, at both ends of the span too', () => {
    forEachInput('sums', (input) => {
      const result = estimate(input)
      for (const end of ['low', 'likely', 'high'] as const) {
        expect(result.net[end]).toBe(added(linesOf(result), end))
        expect(result.net[end]).toBe(
          added(
            result.parts.map((part) => part.net),
            end,
          ),
        )
        const rate = BigInt(Math.round(input.table.tax.rate * 10_000))
        const tax = (BigInt(result.net[end]) * rate + 5_000n) / 10_000n
        expect(result.tax[end]).toBe(Number(tax))
        expect(result.total[end]).toBe(result.net[end] + result.tax[end])
      }
    })
  })

  it('has whole amounts, and every likely one is quantity times price', () => {
    forEachInput('whole amounts', (input) => {
      for (const line of linesOf(estimate(input))) {
        const amounts = [line.low, line.likely, line.high, line.quantity, line.unit_minor]
        expect(amounts.every(Number.isSafeInteger)).toBe(true)
        const product = BigInt(line.quantity) * BigInt(line.unit_minor)
        expect(line.likely).toBe(Number(line.unit === 'hour' ? (product + 500n) / 1_000n : product))
      }
    })
  })

  it('has low ≤ likely ≤ high on every line, part and sum, and nothing below zero', () => {
    forEachInput('spans', (input) => {
      const result = estimate(input)
      for (const { low, likely, high } of [
        ...linesOf(result),
        ...result.parts.map(({ net }) => net),
        result.net,
        result.tax,
        result.total,
      ]) {
        expect(low).toBeLessThanOrEqual(likely)
        expect(likely).toBeLessThanOrEqual(high)
      }
      for (const { net } of result.parts) expect(net.low).toBeGreaterThanOrEqual(0)
    })
  })

  it('has an answer for every damage: a decision or a reason, and none twice on one piece', () => {
    forEachInput('answers', (input) => {
      const result = estimate(input)
      const decisions = result.parts.flatMap((part) => part.decisions)
      const answered = new Set([...decisions, ...result.not_priced].map(({ damage_id }) => damage_id))
      expect(input.damages.filter(({ id }) => !answered.has(id))).toEqual([])
      const keys = [...decisions, ...result.not_priced].map(
        ({ damage_id, part_type }) => `${damage_id} ${part_type}`,
      )
      expect(new Set(keys).size).toBe(keys.length)
      const ids = linesOf(result).map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
    })
  })

  it('names a figure of its table on every line but the difference', () => {
    forEachInput('paths', (input) => {
      for (const { kind, table_rows } of linesOf(estimate(input))) {
        if (kind !== 'span') expect(table_rows).not.toEqual([])
        for (const path of table_rows) expect(at(input.table, path), path).toBeDefined()
      }
    })
  })

  it('never prices what is no damage', () => {
    forEachInput('no damages', (input) => {
      const none = new Set(
        input.damages
          .filter(({ damage_type }) =>
            ['dirt', 'light_reflection', 'shadow', 'car_curve'].includes(damage_type),
          )
          .map(({ id }) => id),
      )
      const result = estimate(input)
      expect(
        linesOf(result)
          .flatMap((line) => line.damage_ids)
          .filter((id) => none.has(id)),
      ).toEqual([])
      const without = estimate({ ...input, damages: input.damages.filter(({ id }) => !none.has(id)) })
      expect(result.total).toEqual(without.total)
    })
  })

  it('is the same for the same input, in whatever order the damages come', () => {
    forEachInput('order', (input, random) => {
      const other = { ...input, damages: shuffled(input.damages, random) }
      expect(JSON.stringify(estimate(other))).toBe(JSON.stringify(estimate(input)))
    })
  })

  it('has one currency', () => {
    forEachInput('currency', (input) => {
      const other = REGIONS.map(tableOf).find(({ currency }) => currency !== input.table.currency)
      const market_value = { minor: 1_000_000, currency: other?.currency ?? '' }
      expect(estimate(input).currency).toBe(input.table.currency)
      expect(() => estimate({ ...input, vehicle: { ...input.vehicle, market_value } })).toThrow(
        /the market value is in/,
      )
    })
  })
})

it('one damage more never makes its part cheaper, but by a rule that is named', () => {
  const lowered: string[] = []
  forEachInput('one more', (input, random) => {
    const more = randomDamage(random, 'one more')
    const before = new Map(estimate(input).parts.map((part) => [part.part_type, part]))
    for (const part of estimate({ ...input, damages: [...input.damages, more] }).parts) {
      if (!part.decisions.some(({ damage_id }) => damage_id === more.id)) continue
      const old = before.get(part.part_type)
      if (!old || part.net.likely >= old.net.likely) continue
      const known = new Set(rulesOf(old).map(String))
      const isShared = more.part_types.length > 1
      const named = rulesOf(part).filter((pair) => {
        const [of, rule] = pair
        if (of === more.id || known.has(String(pair))) return false
        return MAY_LOWER.has(rule) || (isShared && PAINT_SHARED.has(rule))
      })
      expect(named, `${old.net.likely} to ${part.net.likely}`).not.toEqual([])
      lowered.push(part.part_type)
    }
  })
  console.log(`made cheaper by a named rule: ${lowered.length} of ${RUNS}`)
})

/** Each rule with the damage or the line that it was applied to. */
function rulesOf({ operation_rule, decisions, lines }: EstimatePart): [of: string, rule: string][] {
  return [
    ['operation', operation_rule ?? ''],
    ...decisions.map(({ damage_id, rule }): [string, string] => [damage_id, rule]),
    ...lines.map(({ id, rule }): [string, string] => [id, rule]),
  ]
}

function at(table: object, path: string): unknown {
  const keys = path
    .replaceAll(/\[(\d+)\]/g, '.$1')
    .split('.')
    .slice(1)
  // A path is followed through objects and lists alike.
  return keys.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], table)
}
