import type { Place } from './compare-model.ts'

/** Only for tests. */
export const samplePlace = (number: number, fields: Partial<Place> = {}): Place => ({
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
