import { requireInspection } from '../../core/access/scope.ts'
import type { FreeObject } from '../../core/contracts/schema.ts'
import { type Context, inTransaction } from '../../core/platform/context.ts'
import { mergeAdditionalData } from './merge-additional-data.ts'
import type { PdfData } from './pdf-data-schema.ts'

/** What the report says beside the findings. Kept under `additional_data.pdf_data`; its fields are answered as they are stored now. */
export async function updatePdfData(ctx: Context, inspectionId: string, input: PdfData) {
  await requireInspection(ctx, inspectionId, 'update')
  const { market_value } = input
  const changes = {
    ...input,
    ...(typeof market_value === 'number' ? { market_value: { value: market_value } } : {}),
  }
  return inTransaction(ctx, async (ctx) => {
    const { additional_data } = await mergeAdditionalData(ctx, inspectionId, (stored) => ({
      pdf_data: { ...asObject(stored.pdf_data), ...changes },
    }))
    return { ...asObject(additional_data.pdf_data), id: inspectionId, object_type: 'PDF_DATA' as const }
  })
}

function asObject(value: unknown): FreeObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}
