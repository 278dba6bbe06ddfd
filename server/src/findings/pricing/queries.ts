import { sql } from 'kysely'
import type { PartType } from '../../core/contracts/part-types.ts'
import { condition } from '../../core/platform/condition.ts'
import type { Context } from '../../core/platform/context.ts'
import { amountOf } from '../costs/money.ts'
import type { Pricing, RelatedItemType } from './schema.ts'

/** What an earlier version took for damages without a part is one price for things that have nothing in common: it is not shown. */
export const isOfKnownPart = condition`parts.part_type is distinct from 'ignore'`

/** Prices with the part or vehicle they are for. The caller says which ones and in which order. */
export function selectPricings(ctx: Context) {
  return ctx.db
    .selectFrom('pricings')
    .leftJoin('parts', (join) =>
      join.onRef('parts.org_id', '=', 'pricings.org_id').onRef('parts.id', '=', 'pricings.part_id'),
    )
    .innerJoin('vehicles', (join) =>
      join
        .onRef('vehicles.org_id', '=', 'pricings.org_id')
        .onRef('vehicles.inspection_id', '=', 'pricings.inspection_id'),
    )
    .where('pricings.org_id', '=', ctx.org_id)
    .where(isOfKnownPart)
    .select([
      'pricings.id',
      'pricings.inspection_id',
      'pricings.created_at',
      'pricings.deleted_at',
      'pricings.created_by',
      'pricings.is_user_modified',
      sql<RelatedItemType>`pricings.related_item_type`.as('related_item_type'),
      'pricings.part_id',
      'pricings.amount_minor',
      'pricings.currency',
      'pricings.level',
      'pricings.repair_operation',
      sql<string[] | null>`pricings.operations`.as('operations'),
      sql<Record<string, number> | null>`pricings.hours`.as('hours'),
      'pricings.version',
      'pricings.person_fields',
      'pricings.pieces_minor',
      sql<PartType | null>`parts.part_type`.as('part_type'),
      'vehicles.id as vehicle_id',
    ])
}

export type PricingRow = Awaited<ReturnType<ReturnType<typeof selectPricings>['execute']>>[number]

export function pricingJson(row: PricingRow): Pricing {
  return {
    id: row.id,
    object_type: 'PRICING',
    inspection_id: row.inspection_id,
    created_at: row.created_at,
    deleted_at: row.deleted_at,
    created_by: row.created_by,
    is_user_modified: row.is_user_modified,
    related_item_type: row.related_item_type,
    related_item_id: row.part_id ?? row.vehicle_id,
    ...(row.part_type === null ? {} : { part_type: row.part_type }),
    pricing: row.amount_minor === null ? null : amountOf(row.amount_minor, row.currency),
    currency: row.currency,
    operations: row.operations ?? [],
    hours: row.hours ?? {},
    version: row.version,
  }
}
