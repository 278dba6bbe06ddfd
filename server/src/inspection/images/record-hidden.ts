import { emit } from '../../core/contracts/events.ts'
import type { HiddenArea } from '../../core/contracts/findings.ts'
import { type Context, inTransaction } from '../../core/platform/context.ts'
import { json } from '../../core/platform/database.ts'

/** What people don't see of a picture. The first look stands. */
export async function recordHidden(
  ctx: Context,
  inspectionId: string,
  imageId: string,
  hidden: readonly HiddenArea[],
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const row = await ctx.db
      .updateTable('images')
      .set({ hidden: json(hidden) })
      .where('org_id', '=', ctx.org_id)
      .where('inspection_id', '=', inspectionId)
      .where('id', '=', imageId)
      .where('deleted_at', 'is', null)
      .where('hidden', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (row) await emit(ctx, 'image.bystanders_found', inspectionId, { image_id: imageId })
  })
}
