import { sql } from 'kysely'
import type { Context } from '../platform/context.ts'
import { storageKeys } from './storage-keys.ts'

/**
 * Removes the objects of an upload that never became an image. The mark comes first: after it no row can be
 * committed for the picture. The row goes last: a sweep that dies half-way is repeated.
 */
export async function sweepUpload(ctx: Context, imageId: string): Promise<void> {
  const upload = ctx.db.updateTable('uploads').set({ abandoned_at: sql`now()` })
  const marked = await upload
    .where('org_id', '=', ctx.org_id)
    .where('image_id', '=', imageId)
    .returning('image_id')
    .executeTakeFirst()
  if (!marked) return
  await ctx.storage.delete(storageKeys(ctx.org_id, imageId))
  await ctx.db
    .deleteFrom('uploads')
    .where('org_id', '=', ctx.org_id)
    .where('image_id', '=', imageId)
    .execute()
  ctx.log.info({ image_id: imageId }, 'abandoned upload removed')
}
