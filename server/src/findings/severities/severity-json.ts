import { amountOf } from '../costs/money.ts'
import type { PricingRow } from '../pricing/queries.ts'
import type { Severity } from './schema.ts'

/** The price of a part as the oldest clients read it. */
export function severityJson(row: PricingRow): Severity {
  return {
    id: row.id,
    object_type: 'SEVERITY_RESULT',
    inspection_id: row.inspection_id,
    created_at: row.created_at,
    deleted_at: row.deleted_at,
    created_by: row.created_by,
    is_user_modified: row.is_user_modified,
    // A price of the whole vehicle is not shown in this form; `ignore` is the word for no part.
    label: row.part_type ?? 'ignore',
    related_item_type: 'part',
    related_item_id: row.part_id ?? row.vehicle_id,
    value: {
      custom_severity: {
        level: row.level,
        pricing: row.amount_minor === null ? null : amountOf(row.amount_minor, row.currency),
        // Written as a word, read as an object with upper-case keys. The hours are those of the estimate.
        repair_operation: { ...hoursOf(row), REPLACE: row.repair_operation === 'replace' },
      },
    },
    version: row.version,
  }
}

function hoursOf({ hours }: PricingRow): { T1?: number; T2?: number; PAINT?: number } {
  const { T1, T2, PAINT } = hours ?? {}
  return {
    ...(T1 === undefined ? {} : { T1 }),
    ...(T2 === undefined ? {} : { T2 }),
    ...(PAINT === undefined ? {} : { PAINT }),
  }
}

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
