import { sql } from 'kysely'
import { emit } from '../../core/contracts/events.ts'
import type { CaptureReading } from '../../core/contracts/findings.ts'
import type { TransactionContext } from '../../core/platform/context.ts'
import { json } from '../../core/platform/database.ts'

/** Beside the step that the picture was taken for. The caller holds the image. */
export async function recordCaptureReading(
  ctx: TransactionContext,
  inspectionId: string,
  imageId: string,
  capture_reading: CaptureReading,
): Promise<void> {
  await ctx.db
    .updateTable('images')
    .set({ additional_data: sql<string>`additional_data || ${json({ capture_reading })}` })
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', imageId)
    .execute()
  await emit(ctx, 'image.updated', inspectionId, { image_id: imageId })
}
