import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DAMAGE_TYPES } from '@walkaround/catalog/damage-types'
import { isPartType } from '@walkaround/catalog/parts'
import { describe, expect, it } from 'vitest'
import { damageOf, inputOf, packOf } from '../../../test/estimate-input.ts'
import { estimate } from './estimate.ts'
import type { EstimateDamage } from './estimate-types.ts'
import { minorOf } from './money.ts'

const text = readFileSync(join(import.meta.dirname, '../../../../docs/estimate.md'), 'utf8')
const rows = text
  .split('\n')
  .filter((line) => /^\| \d+ \|/.test(line))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )

/** Such as `dent roof 2.8 cm (2.3 to 3.3)`; `? cm` is an unknown size. */
const DAMAGE = /^(\w+) (\w+) ([\d.]+|\?) cm(?: \(([\d.]+) to ([\d.]+)\))?(?: ([\d.]+) dm²)?$/

function damagesIn(cell: string): EstimateDamage[] {
  return cell.split('; ').map((words, n) => {
    const [, type, part, size, low, high, area] = DAMAGE.exec(words) ?? []
    const damage_type = DAMAGE_TYPES.find((one) => one === type)
    if (!damage_type || !part || !isPartType(part)) throw new Error(`"${words}" is no damage`)
    const size_cm = size === '?' ? null : Number(size)
    return damageOf({
      id: `case-${n}`,
      damage_type,
      part_types: [part],
      size_cm,
      size_cm_low: low === undefined ? size_cm : Number(low),
      size_cm_high: high === undefined ? size_cm : Number(high),
      ...(area !== undefined && { area_dm2: Number(area) }),
    })
  })
}

/** What is written behind the last `=` of each line that ends in an amount. */
const amountsIn = (cell: string) =>
  cell.split('<br>').flatMap((line) => {
    const amount = /= (\d+\.\d\d)$/.exec(line)?.[1]
    return amount === undefined ? [] : [amount]
  })

describe('the cases in docs/estimate.md', () => {
  it('are ten, in all regions', () => {
    expect(rows.map((row) => row[0])).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'])
    expect(new Set(rows.map((row) => row[1]))).toEqual(new Set(['DE', 'FR', 'GB', 'US']))
  })

  it.each(rows)(
    'case %s, %s, wear %s: %s',
    (_, region = '', wear = '', damages = '', lines = '', net = '', tax = '', total = '', ends = '') => {
      const result = estimate(
        inputOf(region, damagesIn(damages), { wear: wear === '–' ? null : packOf(wear) }),
      )
      const minor = (amount: string) => minorOf(Number(amount), result.currency)
      const [low = '', high = ''] = ends.split(' to ')
      const charged = result.parts.flatMap((part) => part.lines.map((line) => line.likely))
      expect(charged).toEqual(amountsIn(lines).map(minor))
      expect([result.net.likely, result.tax.likely]).toEqual([minor(net), minor(tax)])
      expect(result.total).toEqual({ low: minor(low), likely: minor(total), high: minor(high) })
    },
  )
})
