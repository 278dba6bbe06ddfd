import { Problem } from '../../core/contracts/problems.ts'
import { requireRow } from '../../core/contracts/require-row.ts'
import type { Context, TransactionContext } from '../../core/platform/context.ts'

export type ImageSize = { id: string; image_width: number; image_height: number }

/** Refuses an image of another inspection, and a deleted one, like one that never existed. */
export async function requireImage(ctx: Context, inspectionId: string, imageId: string): Promise<ImageSize> {
  return requireRow(imageId, selectImage(ctx, inspectionId, imageId))
}

/** The same inside a transaction, until whose end nobody deletes the image. */
export async function lockImageForShare(
  ctx: TransactionContext,
  inspectionId: string,
  imageId: string,
): Promise<void> {
  const row = await selectImage(ctx, inspectionId, imageId).forShare().executeTakeFirst()
  if (!row) throw new Problem('not_found')
}

function selectImage(ctx: Context, inspectionId: string, imageId: string) {
  return ctx.db
    .selectFrom('images')
    .select(['id', 'image_width', 'image_height'])
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .where('id', '=', imageId)
    .where('deleted_at', 'is', null)
}
