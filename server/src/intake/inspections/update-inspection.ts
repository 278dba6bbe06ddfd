import { requireInspection } from '../../core/access/scope.ts'
import { type Context, inTransaction } from '../../core/platform/context.ts'
import { mergeAdditionalData } from './merge-additional-data.ts'
import type { UpdateInspection } from './schema.ts'

export async function updateInspection(ctx: Context, inspectionId: string, input: UpdateInspection) {
  await requireInspection(ctx, inspectionId, 'update')
  return inTransaction(ctx, async (ctx) => {
    const stored = await mergeAdditionalData(ctx, inspectionId, () => input.additional_data ?? {})
    return { id: inspectionId, object_type: 'INSPECTION' as const, ...stored }
  })
}
