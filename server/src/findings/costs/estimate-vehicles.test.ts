import { describe, expect, it } from 'vitest'
import { damageOf, inputOf, tableOf } from '../../../test/estimate-input.ts'
import { estimate } from './estimate.ts'

describe('a table with rows for some vehicles', () => {
  const cheap = tableOf('DE')
  const { hood } = cheap.rows
  if (!hood) throw new Error('the table has no hood')
  const dear = (part_minor: number) => ({ hood: { ...hood, replace: { ...hood.replace, part_minor } } })
  const table = {
    ...cheap,
    vehicles: [
      { brands: ['Mercedes-Benz'], vehicle_types: ['van'], rows: dear(300_00) },
      { brands: ['Mercedes-Benz'], rows: dear(2000_00) },
      { vehicle_types: ['van'], rows: dear(400_00) },
    ],
  }
  it.each([
    ['mercedes benz', 'van', 300_00],
    ['MERCEDES-BENZ', null, 2000_00],
    ['Fiat', 'van', 400_00],
    ['Fiat', 'sedan', hood.replace.part_minor],
    [null, null, hood.replace.part_minor],
  ])('takes the first entry that means %s %s', (brand, vehicle_type, part_minor) => {
    const vehicle = { brand, vehicle_type, market_value: null }
    const gone = damageOf({ id: 'a', damage_type: 'missing_piece', part_types: ['hood'], size_cm: 20 })
    const { parts } = estimate(inputOf('DE', [gone], { table, vehicle }))
    const part = parts[0]?.lines.find(({ kind }) => kind === 'part')
    expect(part?.likely).toBe(Math.round(part_minor * (1 + table.part_markup.share)))
  })
})
