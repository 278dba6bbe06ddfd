import { sql } from 'kysely'
import { lockVisibleInspection } from '../../core/access/lock-inspection.ts'
import { requireInspection } from '../../core/access/scope.ts'
import { changesOf } from '../../core/contracts/changes.ts'
import { emit } from '../../core/contracts/events.ts'
import { Problem } from '../../core/contracts/problems.ts'
import type { GivenReason } from '../../core/contracts/schema.ts'
import { requireVersion } from '../../core/contracts/versions.ts'
import type { Context } from '../../core/platform/context.ts'
import { inCorrection } from './in-correction.ts'
import { pricingJson } from './queries.ts'
import type { CorrectedPricing } from './schema.ts'
import { lockPricing, lockPricingOf, readPricing } from './write-pricing.ts'

/** Undoes the delete, unless the item has another price by now. A repeat answers the same. */
export async function restorePricing(
  ctx: Context,
  inspectionId: string,
  pricingId: string,
  input: GivenReason,
): Promise<CorrectedPricing> {
  await requireInspection(ctx, inspectionId, 'write')

  return inCorrection(ctx, inspectionId, async (ctx) => {
    const { deleted_at, version, part_id } = await lockPricing(ctx, inspectionId, pricingId)
    const current = await lockPricingOf(ctx, inspectionId, part_id)
    await lockVisibleInspection(ctx, inspectionId, 'write')
    if (!deleted_at) return pricingJson(await readPricing(ctx, pricingId))
    requireVersion(ctx, version)
    if (current) throw new Problem('pricing_replaced', { pricing_id: current.id, version: current.version })
    await ctx.db
      .updateTable('pricings')
      .set({ deleted_at: null, person_fields: sql`array_remove(person_fields, 'deleted')` })
      .where('org_id', '=', ctx.org_id)
      .where('id', '=', pricingId)
      .execute()
    const row = await readPricing(ctx, pricingId)
    const changes = changesOf({ deleted_at }, { deleted_at: null })
    const correction = { item_version: row.version, reason: input?.reason, changes }
    await emit(ctx, 'pricing.restored', inspectionId, { pricing_id: pricingId }, correction)
    return async () => pricingJson(await readPricing(ctx, pricingId))
  })
}
