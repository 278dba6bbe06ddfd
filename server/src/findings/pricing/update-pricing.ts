import { lockVisibleInspection } from '../../core/access/lock-inspection.ts'
import { requireInspection } from '../../core/access/scope.ts'
import { Problem } from '../../core/contracts/problems.ts'
import { requireVersion } from '../../core/contracts/versions.ts'
import type { Context } from '../../core/platform/context.ts'
import { inCorrection } from './in-correction.ts'
import { pricingJson } from './queries.ts'
import type { CorrectedPricing, UpdatePricing } from './schema.ts'
import { changePricing, lockPricing, readPricing } from './write-pricing.ts'

export async function updatePricing(
  ctx: Context,
  inspectionId: string,
  pricingId: string,
  input: UpdatePricing,
): Promise<CorrectedPricing> {
  await requireInspection(ctx, inspectionId, 'write')

  return inCorrection(ctx, inspectionId, async (ctx) => {
    const before = await lockPricing(ctx, inspectionId, pricingId)
    await lockVisibleInspection(ctx, inspectionId, 'write')
    if (before.deleted_at) throw new Problem('not_found')
    requireVersion(ctx, before.version)
    const { pricing, reason } = input
    await changePricing(ctx, inspectionId, pricingId, { pricing }, reason)
    return async () => pricingJson(await readPricing(ctx, pricingId))
  })
}
