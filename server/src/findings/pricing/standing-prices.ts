import type { StandingPrice } from '../costs/agreed.ts'
import type { PricingRow } from './queries.ts'

/** The prices of an inspection as an estimate takes them in. Deleted ones are left out by the caller. */
export function standingPrices(
  rows: readonly Pick<PricingRow, 'part_type' | 'amount_minor' | 'person_fields'>[],
): StandingPrice[] {
  return rows.map(({ part_type, amount_minor, person_fields }) => ({
    part_type,
    minor: amount_minor,
    is_agreed: person_fields.includes('pricing'),
  }))
}
