import { expect, it } from 'vitest'
import { chargesOf, type Place } from './compare-model.ts'

const place = (number: number, fields: Partial<Place> = {}): Place => ({
  id: `p${number}`,
  number,
  verdict: 'new',
  proposedVerdict: 'new',
  certainty: 0.9,
  partType: 'hood',
  damageType: 'scratch',
  reasons: [],
  pairs: [],
  decision: null,
  note: null,
  isDamage: true,
  isChargeable: true,
  chargeableRule: null,
  amount: 10_000,
  version: 1,
  ...fields,
})

it('counts money only once a person confirmed it', () => {
  const decision = { verdict: 'new', reason: null, decidedBy: 'a', decidedAt: '' } as const
  const places = [place(1), place(2, { decision, amount: 500 }), place(3, { isDamage: false })]
  expect(chargesOf(places)).toEqual({ confirmed: 500, proposed: 10_000 })
  expect(chargesOf([place(1, { isChargeable: false })])).toEqual({ confirmed: null, proposed: null })
})
