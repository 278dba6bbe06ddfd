import { sql } from 'kysely'
import { holdInspection } from '../access/hold-inspection.ts'
import { requireInspection } from '../access/scope.ts'
import { emit } from '../contracts/events.ts'
import { deletedJson } from '../contracts/schema.ts'
import { requireVersion } from '../contracts/versions.ts'
import { type Context, inTransaction } from '../platform/context.ts'
import { lockPricing } from './write-pricing.ts'

/** Soft, and the severity result of the part goes with it: they are one. A repeat answers the same. */
export async function deletePricing(ctx: Context, inspectionId: string, pricingId: string) {
  await requireInspection(ctx, inspectionId, 'write')

  return inTransaction(ctx, async (ctx) => {
    const before = await lockPricing(ctx, inspectionId, pricingId)
    await holdInspection(ctx, inspectionId, 'write')
    if (before.deleted_at) return deletedJson('PRICING', pricingId, before.deleted_at)
    requireVersion(ctx, before.version)
    const { deleted_at } = await ctx.db
      .updateTable('pricings')
      .set({ deleted_at: sql`clock_timestamp()` })
      .where('org_id', '=', ctx.org_id)
      .where('id', '=', pricingId)
      .returning(sql<string>`deleted_at`.as('deleted_at'))
      .executeTakeFirstOrThrow()
    await emit(ctx, 'pricing.deleted', inspectionId, { pricing_id: pricingId })
    return deletedJson('PRICING', pricingId, deleted_at)
  })
}
