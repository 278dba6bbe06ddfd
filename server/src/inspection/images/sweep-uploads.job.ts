import type { Context } from '../../core/platform/context.ts'
import { removeUpload } from './uploads.ts'

/** An upload that never became an image. */
export async function sweepUpload(ctx: Context, imageId: string): Promise<void> {
  if (await removeUpload(ctx, imageId)) ctx.log.info({ image_id: imageId }, 'abandoned upload removed')
}
