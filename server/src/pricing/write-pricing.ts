import { sql } from 'kysely'
import { emit } from '../contracts/events.ts'
import { requireRoom } from '../contracts/limits.ts'
import { Problem } from '../contracts/problems.ts'
import type { Context, TransactionContext } from '../platform/context.ts'
import { isUuid, uuidv7 } from '../platform/uuid.ts'
import { minorOf } from './money.ts'
import { type PricingRow, selectPricings } from './queries.ts'

/** What a person can say of an item; what is left out stays as it is. */
export type PricingChanges = {
  pricing?: number | null | undefined
  level?: number | null | undefined
  repair_operation?: 'repair' | 'replace' | null | undefined
}

/** Written as the unique index has it, so that the database finds the row of the item. */
const ITEM = sql`org_id, inspection_id, coalesce(part_id, '00000000-0000-0000-0000-000000000000'::uuid)`

/** The one price of a part, or of the vehicle without a part: made, or changed when there is one. */
export async function upsertPricing(
  ctx: TransactionContext,
  inspectionId: string,
  partId: string | null,
  changes: PricingChanges,
): Promise<PricingRow> {
  await requireRoom(ctx, 'pricings', inspectionId, ctx.config.PRICINGS_PER_INSPECTION_MAX)
  const wished = uuidv7()
  const columns = columnsOf(ctx, changes)
  const { id } = await ctx.db
    .insertInto('pricings')
    .values({
      org_id: ctx.org_id,
      inspection_id: inspectionId,
      id: wished,
      created_by: ctx.principal.subject,
      related_item_type: partId === null ? 'vehicle' : 'part',
      part_id: partId,
      currency: ctx.config.CURRENCY,
      ...columns,
    })
    .onConflict((conflict) => conflict.expression(ITEM).where('deleted_at', 'is', null).doUpdateSet(columns))
    .returning('id')
    .executeTakeFirstOrThrow()
  const type = id === wished ? 'pricing.created' : 'pricing.updated'
  await emit(ctx, type, inspectionId, { pricing_id: id })
  return selectPricings(ctx).where('pricings.id', '=', id).executeTakeFirstOrThrow()
}

export async function changePricing(
  ctx: TransactionContext,
  inspectionId: string,
  pricingId: string,
  changes: PricingChanges,
): Promise<PricingRow> {
  await ctx.db
    .updateTable('pricings')
    .set(columnsOf(ctx, changes))
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', pricingId)
    .execute()
  await emit(ctx, 'pricing.updated', inspectionId, { pricing_id: pricingId })
  return selectPricings(ctx).where('pricings.id', '=', pricingId).executeTakeFirstOrThrow()
}

/** Also finds a deleted one: whoever deletes again is answered the same. */
export async function lockPricing(ctx: TransactionContext, inspectionId: string, pricingId: string) {
  const row = isUuid(pricingId)
    ? await ctx.db
        .selectFrom('pricings')
        .select(['deleted_at', 'version', 'part_id'])
        .where('org_id', '=', ctx.org_id)
        .where('inspection_id', '=', inspectionId)
        .where('id', '=', pricingId)
        .forUpdate()
        .executeTakeFirst()
    : undefined
  if (!row) throw new Problem('not_found')
  return row
}

function columnsOf(ctx: Context, { pricing, level, repair_operation }: PricingChanges) {
  const currency = ctx.config.CURRENCY
  return {
    is_user_modified: true,
    ...(pricing === undefined
      ? {}
      : { amount_minor: pricing === null ? null : minorOf(pricing, currency), currency }),
    ...(level === undefined ? {} : { level }),
    ...(repair_operation === undefined ? {} : { repair_operation }),
  }
}
