import { sql } from 'kysely'
import { lockVisibleInspection } from '../../core/access/lock-inspection.ts'
import { requireInspection } from '../../core/access/scope.ts'
import { changesOf } from '../../core/contracts/changes.ts'
import { emit } from '../../core/contracts/events.ts'
import { deletedJson, type GivenReason } from '../../core/contracts/schema.ts'
import { requireVersion } from '../../core/contracts/versions.ts'
import type { Context } from '../../core/platform/context.ts'
import { inCorrection } from './in-correction.ts'
import type { DeletedPricing } from './schema.ts'
import { lockPricing } from './write-pricing.ts'

/** Soft, and the severity result of the part goes with it: they are one. A repeat answers the same. */
export async function deletePricing(
  ctx: Context,
  inspectionId: string,
  pricingId: string,
  input: GivenReason,
): Promise<DeletedPricing> {
  await requireInspection(ctx, inspectionId, 'write')

  return inCorrection(ctx, inspectionId, async (ctx) => {
    const before = await lockPricing(ctx, inspectionId, pricingId)
    await lockVisibleInspection(ctx, inspectionId, 'write')
    if (before.deleted_at) return deletedJson('PRICING', pricingId, before.deleted_at)
    requireVersion(ctx, before.version)
    const { deleted_at, version } = await ctx.db
      .updateTable('pricings')
      // The estimate must not bring it back.
      .set({ deleted_at: sql`clock_timestamp()`, person_fields: sql`array_append(person_fields, 'deleted')` })
      .where('org_id', '=', ctx.org_id)
      .where('id', '=', pricingId)
      .returning([sql<string>`deleted_at`.as('deleted_at'), 'version'])
      .executeTakeFirstOrThrow()
    const changes = changesOf({ deleted_at: null }, { deleted_at })
    const correction = { item_version: version, reason: input?.reason, changes }
    await emit(ctx, 'pricing.deleted', inspectionId, { pricing_id: pricingId }, correction)
    return deletedJson('PRICING', pricingId, deleted_at)
  })
}
