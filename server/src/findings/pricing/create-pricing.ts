import { lockVisibleInspection } from '../../core/access/lock-inspection.ts'
import { requireInspection } from '../../core/access/scope.ts'
import type { PartType } from '../../core/contracts/part-types.ts'
import { Problem } from '../../core/contracts/problems.ts'
import type { Context } from '../../core/platform/context.ts'
import { createPartIfMissing } from '../parts/create-part.ts'
import { requireKnownPart } from '../parts/known-part.ts'
import { inCorrection } from './in-correction.ts'
import { pricingJson } from './queries.ts'
import type { CorrectedPricing, CreatePricing } from './schema.ts'
import { readPricing, upsertPricing } from './write-pricing.ts'

/** A part or vehicle has one price: whoever gives it another replaces it, under the same id. */
export async function createPricing(
  ctx: Context,
  inspectionId: string,
  input: CreatePricing,
): Promise<CorrectedPricing> {
  await requireInspection(ctx, inspectionId, 'write')
  const partType = partTypeOf(input)

  return inCorrection(ctx, inspectionId, async (ctx) => {
    const partId = partType ? await createPartIfMissing(ctx, inspectionId, partType) : null
    const row = await upsertPricing(ctx, inspectionId, partId, { pricing: input.pricing }, input.reason)
    await lockVisibleInspection(ctx, inspectionId, 'write')
    return async () => pricingJson(await readPricing(ctx, row.id))
  })
}

/** For the vehicle the clients send `ignore`; it is not read. */
function partTypeOf({ related_item_type, part_type }: CreatePricing): PartType | null {
  if (related_item_type === 'vehicle') return null
  if (!part_type)
    throw new Problem('request_invalid', {}, [
      { field: 'part_type', message: 'is required with related_item_type part' },
    ])
  requireKnownPart(part_type)
  return part_type
}
