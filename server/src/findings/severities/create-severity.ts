import { lockVisibleInspection } from '../../core/access/lock-inspection.ts'
import { requireInspection } from '../../core/access/scope.ts'
import type { Context } from '../../core/platform/context.ts'
import { createPartIfMissing } from '../parts/create-part.ts'
import { requireKnownPart } from '../parts/known-part.ts'
import { inCorrection } from '../pricing/in-correction.ts'
import { readPricing, upsertPricing } from '../pricing/write-pricing.ts'
import type { CorrectedSeverity, CreateSeverity } from './schema.ts'
import { severityJson } from './severity-json.ts'

/** A part has one severity result, which is also its price: both are written here and shown in either form. */
export async function createSeverity(
  ctx: Context,
  inspectionId: string,
  input: CreateSeverity,
): Promise<CorrectedSeverity> {
  await requireInspection(ctx, inspectionId, 'write')
  const { label, reason, ...changes } = input
  requireKnownPart(label)

  return inCorrection(ctx, inspectionId, async (ctx) => {
    const partId = await createPartIfMissing(ctx, inspectionId, label)
    const row = await upsertPricing(ctx, inspectionId, partId, changes, reason)
    await lockVisibleInspection(ctx, inspectionId, 'write')
    return async () => severityJson(await readPricing(ctx, row.id))
  })
}
