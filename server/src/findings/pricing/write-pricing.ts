import { changesOf } from '../../core/contracts/changes.ts'
import { emit } from '../../core/contracts/events.ts'
import { requireRoom } from '../../core/contracts/limits.ts'
import { requireRow } from '../../core/contracts/require-row.ts'
import type { Context, TransactionContext } from '../../core/platform/context.ts'
import { uuidv7 } from '../../core/platform/uuid.ts'
import { amountOf, minorOf } from '../costs/money.ts'
import { isOfKnownPart, type PricingRow, selectPricings } from './queries.ts'

/** What a person can say of an item; what is left out stays as it is. */
export type PricingChanges = {
  pricing?: number | null | undefined
  level?: number | null | undefined
  repair_operation?: 'repair' | 'replace' | null | undefined
}

/** The one price of a part, or of the vehicle without a part: made, or changed when there is one. One correction at a time comes here. */
export async function upsertPricing(
  ctx: TransactionContext,
  inspectionId: string,
  partId: string | null,
  changes: PricingChanges,
  reason: string | undefined,
): Promise<PricingRow> {
  await requireRoom(ctx, 'pricings', inspectionId, ctx.config.PRICINGS_PER_INSPECTION_MAX)
  const current = await lockPricingOf(ctx, inspectionId, partId)
  if (current) return changePricing(ctx, inspectionId, current.id, changes, reason)
  const id = uuidv7()
  await ctx.db
    .insertInto('pricings')
    .values({
      org_id: ctx.org_id,
      inspection_id: inspectionId,
      id,
      created_by: ctx.principal.subject,
      related_item_type: partId === null ? 'vehicle' : 'part',
      part_id: partId,
      currency: ctx.config.CURRENCY,
      ...columnsOf(ctx, changes),
    })
    .execute()
  const row = await readPricing(ctx, id)
  const correction = { item_version: 1, reason, changes: changesOf(null, factsOf(row)) }
  await emit(ctx, 'pricing.created', inspectionId, { pricing_id: id }, correction)
  return row
}

export async function changePricing(
  ctx: TransactionContext,
  inspectionId: string,
  pricingId: string,
  changes: PricingChanges,
  reason: string | undefined,
): Promise<PricingRow> {
  const before = await readPricing(ctx, pricingId)
  await ctx.db
    .updateTable('pricings')
    .set(columnsOf(ctx, changes, before.person_fields))
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', pricingId)
    .execute()
  const row = await readPricing(ctx, pricingId)
  const changed = changesOf(factsOf(before), factsOf(row))
  const correction = { item_version: row.version, reason, changes: changed }
  await emit(ctx, 'pricing.updated', inspectionId, { pricing_id: pricingId }, correction)
  return row
}

export async function readPricing(ctx: TransactionContext, pricingId: string): Promise<PricingRow> {
  return selectPricings(ctx).where('pricings.id', '=', pricingId).executeTakeFirstOrThrow()
}

/** The price that a part has now, or the vehicle without a part. */
export async function lockPricingOf(ctx: TransactionContext, inspectionId: string, partId: string | null) {
  return ctx.db
    .selectFrom('pricings')
    .select(['id', 'version'])
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .where('part_id', 'is not distinct from', partId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Also finds a deleted one: whoever deletes again is answered the same. */
export async function lockPricing(ctx: TransactionContext, inspectionId: string, pricingId: string) {
  return requireRow(
    pricingId,
    ctx.db
      .selectFrom('pricings')
      .leftJoin('parts', (join) =>
        join.onRef('parts.org_id', '=', 'pricings.org_id').onRef('parts.id', '=', 'pricings.part_id'),
      )
      .select(['pricings.deleted_at', 'pricings.version', 'pricings.part_id'])
      .where('pricings.org_id', '=', ctx.org_id)
      .where('pricings.inspection_id', '=', inspectionId)
      .where('pricings.id', '=', pricingId)
      .where(isOfKnownPart)
      .forUpdate('pricings'),
  )
}

/** What a person has named no longer follows the estimate. */
function columnsOf(ctx: Context, changes: PricingChanges, known: readonly string[] = []) {
  const { pricing, level, repair_operation } = changes
  const currency = ctx.config.CURRENCY
  const named = Object.entries(changes).flatMap(([field, value]) => (value === undefined ? [] : [field]))
  return {
    is_user_modified: true,
    person_fields: [...new Set([...known, ...named])].toSorted(),
    ...(pricing === undefined
      ? {}
      : { amount_minor: pricing === null ? null : minorOf(pricing, currency), currency }),
    ...(level === undefined ? {} : { level }),
    ...(repair_operation === undefined ? {} : { repair_operation }),
  }
}

/** What the history tells of a price. */
const factsOf = ({ amount_minor, currency, level, repair_operation }: PricingRow) => ({
  pricing: amount_minor === null ? null : amountOf(amount_minor, currency),
  currency,
  level,
  repair_operation,
})
