import { amountOf } from '../costs/money.ts'
import type { PricingRow } from '../pricing/queries.ts'

/** The repair of a part as the oldest clients read it beside the part: T1 fitting and polishing, T2 body work. */
export function partOperationJson(row: PricingRow, partId: string) {
  const { T1: t1 = 0, T2: t2 = 0, PAINT: paint_hours = 0 } = row.hours ?? {}
  const amount = (minor: number | null) => (minor === null ? null : amountOf(minor, row.currency))
  return {
    id: row.id,
    created_at: row.created_at,
    deleted_at: row.deleted_at,
    part_id: partId,
    name: row.repair_operation,
    // Thousandths of an hour, so that the sum of three is no endless fraction.
    labour_details: {
      t1,
      t2,
      paint_hours,
      labour_hours: Math.round((t1 + t2 + paint_hours) * 1_000) / 1_000,
    },
    pieces_OEM_cost: amount(row.pieces_minor),
    total_cost: amount(row.amount_minor),
    severity: row.level,
  }
}
