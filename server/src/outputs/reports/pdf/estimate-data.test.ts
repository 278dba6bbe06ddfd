import { describe, expect, it } from 'vitest'
import { damageOf, inputOf, REGIONS } from '../../../../test/estimate-input.ts'
import { sampleReport } from '../../../../test/sample-report.ts'
import { agreedEstimate, pricedDamages } from '../../../findings/costs/agreed.ts'
import { estimate } from '../../../findings/costs/estimate.ts'
import type { ReportContent } from '../report-content.ts'
import { estimateSections } from './estimate-data.ts'
import { priceTile } from './first-page-data.ts'
import { speak } from './speak.ts'

/** Sizes that give hours of three digits, unknown ones, children of parts, several damages of a part and one without. */
const DAMAGES = [
  damageOf({ id: 'a', damage_type: 'dent', part_types: ['hood'], size_cm: 21.3 }),
  damageOf({ id: 'b', damage_type: 'scratch', part_types: ['hood'] }),
  damageOf({ id: 'c', damage_type: 'dent', part_types: ['trunk'] }),
  damageOf({ id: 'd', damage_type: 'paint_damage', part_types: ['fender_front_left'], size_cm: 7.7 }),
  damageOf({ id: 'e', damage_type: 'misshape', part_types: ['door_front_left'], size_cm: 33.1 }),
  damageOf({ id: 'f', damage_type: 'scratch', part_types: ['ignore'] }),
]

function reportOf(region: string): ReportContent {
  const made = estimate(inputOf(region, DAMAGES))
  const agreed = agreedEstimate(
    made,
    made.parts
      .filter(({ operation }) => operation !== 'none')
      .map(({ part_type, net }) => ({ part_type, minor: net.likely, is_agreed: false })),
  )
  const sample = sampleReport({ images: 0, damages: DAMAGES.length })
  return {
    ...sample,
    damages: sample.damages.map((damage, at) => ({ ...damage, damage_id: DAMAGES[at]?.id ?? '' })),
    estimate: agreed,
    priced_damages: pricedDamages(agreed).size,
  }
}

const sourceOf = (content: ReportContent) => ({
  content,
  pictures: new Set<string>(),
  speech: speak(content),
})
/** Minor units of a printed amount; null where nothing is printed. */
const minor = (text: unknown) =>
  typeof text === 'string' && text !== '' ? Math.round(Number(text.replace(/[^\d.-]/g, '')) * 100) : null
const sum = (values: (number | null)[]) => values.reduce<number>((total, value) => total + (value ?? 0), 0)

describe.each(REGIONS)('the printed estimate of %s', (region) => {
  const content = reportOf(region)
  const [table] = estimateSections(sourceOf(content))[0]?.tables ?? []
  const rows = table?.rows ?? []
  const [net = [], tax = [], gross = []] = table?.sums ?? []

  it('multiplies: printed hours or pieces by the printed rate are the printed amount', () => {
    expect(rows.length).toBeGreaterThan(8)
    for (const [, , quantity, rate, , amount] of rows) {
      const count = Number(String(quantity).replace(/[^\d.]/g, ''))
      expect(minor(amount)).toBe(Math.round(Number((count * (minor(rate) ?? 0)).toFixed(6))))
    }
  })

  it('sums up: lines to parts, parts to the net sum, and that with the tax to the total', () => {
    expect(sum(rows.map((row) => minor(row[5])))).toBe(minor(net[1]))
    expect(sum(rows.map((row) => minor(row[6])))).toBe(minor(net[1]))
    expect(sum([minor(net[1]), minor(tax[1])])).toBe(minor(gross[1]))
    const ends = (text: unknown) => String(text).split('–').map(minor)
    const [low = [], high = []] = [0, 1].map((end) =>
      rows.map((row) => (row[7] ? (ends(row[7])[end] ?? null) : minor(row[6]))),
    )
    expect([sum(low), sum(high)]).toEqual(ends(net[2]))
  })

  it('prices each part once, and never below zero', () => {
    const priced = content.estimate?.parts.filter(({ lines }) => lines.length > 0) ?? []
    expect(rows.filter((row) => row[6] !== '')).toHaveLength(priced.length)
    expect(JSON.stringify(rows)).not.toMatch(/[-−]\D?\d/)
  })

  it('says in its headline how many damages it stands for, and how far it may be off', () => {
    const { value, label } = priceTile(content, speak(content))
    expect(value).toBe(gross[1])
    expect(label).toContain('5 of 6 damages priced')
    expect(label).toContain(gross[2])
  })
})

describe('a headline without a price', () => {
  it('is no sum of zero', () => {
    const content = reportOf('DE')
    const nothing = { low: 0, likely: 0, high: 0 }
    const estimate = content.estimate && { ...content.estimate, parts: [], total: nothing }
    const tile = priceTile({ ...content, estimate, priced_damages: 0 }, speak(content))
    expect(tile).toEqual({ value: '–', label: '0 of 6 damages priced' })
    const none = { ...content, estimate, damages: [], priced_damages: 0 }
    expect(priceTile(none, speak(content))).toEqual({ value: '–', label: 'No charges.' })
    const open = priceTile({ ...none, analysis: 'open' }, speak(content))
    expect(open).toEqual({ value: '–', label: 'no estimate requested' })
  })
})
