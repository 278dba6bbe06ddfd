import { describe, expect, it } from 'vitest'
import { pricingOf } from './pricing-details.ts'
import type { PricingRow } from './queries.ts'

const row = (fields: Partial<PricingRow>): PricingRow => ({
  id: 'price-1',
  inspection_id: 'inspection-1',
  created_at: '2026-01-01T00:00:00+00:00',
  deleted_at: null,
  created_by: 'somebody',
  is_user_modified: true,
  related_item_type: 'part',
  part_id: 'part-1',
  amount_minor: 1_010,
  currency: 'EUR',
  level: null,
  repair_operation: null,
  operations: null,
  hours: null,
  version: 1,
  person_fields: [],
  pieces_minor: null,
  part_type: 'hood',
  vehicle_id: 'vehicle-1',
  ...fields,
})

const rows = [
  row({}),
  row({
    id: 'price-2',
    related_item_type: 'vehicle',
    part_id: null,
    part_type: null,
    amount_minor: 2_020,
    operations: ['painting'],
    hours: { PAINT: 2 },
  }),
]

const entry = { inspection_id: 'inspection-1', currency: 'EUR', object_type: 'PRICING' }
const details = {
  hood: {
    ...entry,
    id: 'price-1',
    related_item_type: 'part',
    related_item_id: 'part-1',
    part_type: 'hood',
    pricing: 10.1,
    operations: [],
    hours: {},
  },
  vehicle: {
    ...entry,
    id: 'price-2',
    related_item_type: 'vehicle',
    related_item_id: 'vehicle-1',
    pricing: 20.2,
    operations: ['painting'],
    hours: { PAINT: 2 },
  },
}
const older = { details, total_price: 30.3 }
const newer = { labor_cost: older }

describe('pricingOf', () => {
  it.each([
    [null, newer],
    ['4.4.5', newer],
    ['4.4.10', newer],
    ['4.10.0', newer],
    ['5.4.2', newer],
    ['10.0.0', newer],
    ['', newer],
    ['latest', newer],
    ['4.4.4', older],
    ['4.3.12', older],
    ['4.0.23', older],
    ['v4.1.0', older],
    ['4.4.4-beta.9', older],
    ['3.99.99', older],
  ])('version %j reads its own shape', (sdkVersion, expected) => {
    const pricing = pricingOf(rows, 'labor_cost', sdkVersion)
    expect(pricing).toMatchObject(expected)
    // The newer clients take every value beside the methodologies for one of them, and crash.
    expect(Object.keys(pricing ?? {})).toEqual(Object.keys(expected))
    const shown = 'labor_cost' in expected ? Object.values(pricing ?? {})[0] : pricing
    expect(Object.keys(shown.details)).toEqual(['hood', 'vehicle'])
  })

  it('stands under the methodology that was asked for', () => {
    expect(Object.keys(pricingOf(rows, 'flat_rate', null) ?? {})).toEqual(['flat_rate'])
  })

  it.each([
    ['nothing', []],
    ['a deleted price', [row({ deleted_at: '2026-01-02T00:00:00+00:00' })]],
    ['a severity without a price', [row({ amount_minor: null })]],
  ])('is null for %s', (_what, none) => {
    expect(pricingOf(none, 'labor_cost', null)).toBeNull()
    expect(pricingOf(none, 'labor_cost', '4.4.4')).toBeNull()
  })

  it('adds cents, not fractions', () => {
    const many = Array.from({ length: 3 }, (_, n) =>
      row({ amount_minor: 10, part_type: (['hood', 'roof', 'trunk'] as const)[n] ?? null }),
    )
    expect(pricingOf(many, 'labor_cost', '4.4.4')).toMatchObject({ total_price: 0.3 })
  })

  it('has no total over two currencies', () => {
    const mixed = [row({}), row({ part_type: 'roof', currency: 'USD' })]
    expect(pricingOf(mixed, 'labor_cost', '4.4.4')).toMatchObject({ total_price: null })
  })

  it('shows a price of nothing', () => {
    expect(pricingOf([row({ amount_minor: 0 })], 'labor_cost', '4.4.4')).toMatchObject({
      details: { hood: { pricing: 0 } },
      total_price: 0,
    })
  })
})
