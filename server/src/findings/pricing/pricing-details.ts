import { amountOf } from '../costs/money.ts'
import { type PricingRow, pricingJson } from './queries.ts'
import type { Pricing } from './schema.ts'

export const METHODOLOGIES = ['labor_cost', 'flat_rate'] as const
export type Methodology = (typeof METHODOLOGIES)[number]

export type PricingDetails = { details: Record<string, Pricing>; total_price: number | null }

/** Where the price of the whole vehicle stands among those of the parts. */
const VEHICLE_KEY = 'vehicle'

/** The first client that reads a map of methodologies; every earlier one crashes on it, every later one on the older shape. */
const FIRST_WITH_METHODOLOGIES = [4, 4, 5] as const

/** The prices of an inspection in the shape the asking client can read, or null when there are none. */
export function pricingOf(
  rows: PricingRow[],
  methodology: Methodology,
  sdkVersion: string | null,
): PricingDetails | Partial<Record<Methodology, PricingDetails>> | null {
  const priced = pricedRows(rows)
  if (priced.length === 0) return null
  const details = Object.fromEntries(priced.map((row) => [row.part_type ?? VEHICLE_KEY, pricingJson(row)]))
  const pricing = { details, total_price: totalOf(priced) }
  return readsMethodologies(sdkVersion) ? { [methodology]: pricing } : pricing
}

/** The sum of all prices, or null when there are none. */
export function totalPriceOf(rows: PricingRow[]): number | null {
  return totalOf(pricedRows(rows))
}

function pricedRows(rows: PricingRow[]): PricingRow[] {
  return rows.filter((row) => row.deleted_at === null && row.amount_minor !== null)
}

/** Amounts in different currencies have no sum: the operator changed the currency between them. */
export function totalOf(rows: PricingRow[]): number | null {
  const [currency, ...others] = new Set(rows.map((row) => row.currency))
  if (currency === undefined || others.length > 0) return null
  return amountOf(
    rows.reduce((sum, row) => sum + (row.amount_minor ?? 0), 0),
    currency,
  )
}

/** Clients without a version, or with one that cannot be read, get the newest shape. */
function readsMethodologies(sdkVersion: string | null): boolean {
  const given = /^v?(\d+)\.(\d+)\.(\d+)/.exec(sdkVersion ?? '')?.slice(1)
  if (!given) return true
  for (const [n, first] of FIRST_WITH_METHODOLOGIES.entries()) {
    const part = Number(given[n])
    if (part !== first) return part > first
  }
  return true
}
