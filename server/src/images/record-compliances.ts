import { emit } from '../contracts/events.ts'
import { type Context, inTransaction } from '../platform/context.ts'
import { json } from '../platform/database.ts'

/** Keeps the first result that a check has made; a second delivery of the same job changes nothing. */
export async function recordCompliances(
  ctx: Context,
  inspectionId: string,
  imageId: string,
  compliances: unknown,
  version: string | null,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const row = await ctx.db
      .updateTable('images')
      .set({ compliances: json(compliances), compliances_version: version })
      .where('org_id', '=', ctx.org_id)
      .where('id', '=', imageId)
      // A verdict replaces "could not be checked"; that one is recorded once.
      .where(version ? 'compliances_version' : 'compliances', 'is', null)
      .where('deleted_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (row) await emit(ctx, 'image.compliances_done', inspectionId, { image_id: imageId })
  })
}
