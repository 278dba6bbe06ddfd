import { sql } from 'kysely'
import { emitAll } from '../../core/contracts/events.ts'
import { condition } from '../../core/platform/condition.ts'
import type { TransactionContext } from '../../core/platform/context.ts'

/**
 * Deletes the pictures that a new one of the same capture step replaces. With the inspection held, as inserting the new
 * one does, of two that come at once the later one stays.
 */
export async function supersedeImages(
  ctx: TransactionContext,
  inspectionId: string,
  imageId: string,
  captureStep: string,
): Promise<void> {
  const replaced = await ctx.db
    .updateTable('images')
    .set({ deleted_at: sql<string>`clock_timestamp()` })
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .where(condition`additional_data ->> 'capture_step' = ${captureStep}`)
    .where('id', '<>', imageId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute()
  await emitAll(
    ctx,
    'image.deleted',
    inspectionId,
    replaced.map(({ id }) => ({ image_id: id })),
  )
}
