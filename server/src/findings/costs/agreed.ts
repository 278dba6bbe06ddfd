import { mapSpan, shareOf, sumSpans } from './amounts.ts'
import type { Estimate, EstimatePart } from './estimate-types.ts'

/** A price as it stands. */
export type StandingPrice = {
  /** Null: of the whole vehicle. */
  part_type: EstimatePart['part_type'] | null
  minor: number | null
  /** Whether a person set the amount. */
  is_agreed: boolean
}

/**
 * The estimate as people have left it: what they set stands instead of its lines, and what they removed is gone. Its
 * net is the sum of the standing prices. `prices` are all there are; a part without one was removed by a person.
 */
export function agreedEstimate(estimate: Estimate, prices: readonly StandingPrice[]): Estimate {
  const standing = new Map(prices.map((price) => [price.part_type, price]))
  const kept = estimate.parts.flatMap((part): EstimatePart[] => {
    if (part.operation === 'none') return [part]
    const price = standing.get(part.part_type)
    if (!price || price.minor === null) return []
    return [
      price.is_agreed ? { ...part, ...agreedLines(part.part_type, price.minor, damagesOf(part)) } : part,
    ]
  })
  const known = new Set<StandingPrice['part_type']>(estimate.parts.map((part) => part.part_type))
  const added = prices.flatMap(({ part_type, minor }): EstimatePart[] =>
    known.has(part_type) || minor === null ? [] : [priceOnly(part_type, minor)],
  )
  const parts = [...kept, ...added]
  const shown = new Set(parts.map((part) => part.part_type))
  const removed = estimate.parts.filter((part) => !shown.has(part.part_type))
  const net = sumSpans(parts.map((part) => part.net))
  const tax = mapSpan(net, (minor) => shareOf(minor, estimate.tax_rate))
  return {
    ...estimate,
    parts,
    net,
    tax,
    total: sumSpans([net, tax]),
    not_priced: [
      ...estimate.not_priced,
      ...removed.flatMap((part) =>
        damagesOf(part).map((damage_id) => ({
          damage_id,
          part_type: part.part_type,
          rule: 'price_removed' as const,
        })),
      ),
    ],
  }
}

/** The damages that a price stands for, whether it is theirs alone or that of their part. */
export function pricedDamages({ parts }: Estimate): Set<string> {
  return new Set(parts.filter(({ lines }) => lines.length > 0).flatMap(damagesOf))
}

function damagesOf({ decisions }: EstimatePart): string[] {
  return [...new Set(decisions.map(({ damage_id }) => damage_id))]
}

/** The line of a price of the whole vehicle, which stands under no part. */
export const VEHICLE_LINE = 'vehicle/agreed'

function agreedLines(part_type: StandingPrice['part_type'], minor: number, damage_ids: string[]) {
  const net = { low: minor, likely: minor, high: minor }
  const line = {
    id: part_type === null ? VEHICLE_LINE : `${part_type}/agreed`,
    part_type: part_type ?? 'ignore',
    kind: 'agreed' as const,
    damage_ids,
    operation: 'none' as const,
    rule: 'set_by_person' as const,
    table_rows: [],
    unit: 'piece' as const,
    quantity: 1,
    unit_minor: minor,
    ...net,
  }
  return { lines: [line], net, hours: {} }
}

/** A price that a person set where the rules see no damage. */
function priceOnly(part_type: StandingPrice['part_type'], minor: number): EstimatePart {
  return {
    part_type: part_type ?? 'ignore',
    operation: 'none',
    operation_rule: 'set_by_person',
    operations: [],
    level: 0,
    level_rule: 'level_none',
    decisions: [],
    ...agreedLines(part_type, minor, []),
  }
}
