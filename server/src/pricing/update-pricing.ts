import { holdInspection } from '../access/hold-inspection.ts'
import { requireInspection } from '../access/scope.ts'
import { Problem } from '../contracts/problems.ts'
import { requireVersion } from '../contracts/versions.ts'
import { type Context, inTransaction } from '../platform/context.ts'
import { pricingJson } from './queries.ts'
import type { Pricing, UpdatePricing } from './schema.ts'
import { changePricing, lockPricing } from './write-pricing.ts'

export async function updatePricing(
  ctx: Context,
  inspectionId: string,
  pricingId: string,
  input: UpdatePricing,
): Promise<Pricing> {
  await requireInspection(ctx, inspectionId, 'write')

  return inTransaction(ctx, async (ctx) => {
    const before = await lockPricing(ctx, inspectionId, pricingId)
    await holdInspection(ctx, inspectionId, 'write')
    if (before.deleted_at) throw new Problem('not_found')
    requireVersion(ctx, before.version)
    return pricingJson(await changePricing(ctx, inspectionId, pricingId, { pricing: input.pricing }))
  })
}
