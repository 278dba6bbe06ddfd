import { holdInspection } from '../access/hold-inspection.ts'
import { requireInspection } from '../access/scope.ts'
import { createPartIfMissing } from '../parts/create-part.ts'
import { type Context, inTransaction } from '../platform/context.ts'
import { upsertPricing } from '../pricing/write-pricing.ts'
import type { CreateSeverity, Severity } from './schema.ts'
import { severityJson } from './severity-json.ts'

/** A part has one severity result, which is also its price: both are written here and shown in either form. */
export async function createSeverity(
  ctx: Context,
  inspectionId: string,
  input: CreateSeverity,
): Promise<Severity> {
  await requireInspection(ctx, inspectionId, 'write')
  const { label, ...changes } = input

  return inTransaction(ctx, async (ctx) => {
    const partId = await createPartIfMissing(ctx, inspectionId, label)
    const row = await upsertPricing(ctx, inspectionId, partId, changes)
    await holdInspection(ctx, inspectionId, 'write')
    return severityJson(row)
  })
}
