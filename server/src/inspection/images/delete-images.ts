import { sql } from 'kysely'
import { lockVisibleInspection } from '../../core/access/lock-inspection.ts'
import { requireInspection } from '../../core/access/scope.ts'
import { emit } from '../../core/contracts/events.ts'
import { type Context, inTransaction } from '../../core/platform/context.ts'
import { anyOf } from '../../core/platform/database.ts'
import { DEFAULT_STATUSES } from './delete-image.ts'
import { lockImages, lockTasksOfImagesForShare } from './lock-images.ts'
import type { DeletedImages, DeleteImages } from './schema.ts'

/** Deletes those that may be deleted and says which not. What is not in this inspection is unknown, wherever it is. */
export async function deleteImages(
  ctx: Context,
  inspectionId: string,
  input: DeleteImages,
): Promise<DeletedImages> {
  await requireInspection(ctx, inspectionId, 'update')
  const allowed: readonly string[] = input.authorized_tasks_statuses ?? DEFAULT_STATUSES
  const imageIds = [...new Set(input.image_ids)]
  return inTransaction(ctx, async (ctx) => {
    const tasks = await lockTasksOfImagesForShare(ctx, inspectionId, imageIds)
    const images = await lockImages(ctx, inspectionId, imageIds)
    await lockVisibleInspection(ctx, inspectionId, 'update')
    const busy = new Set(tasks.filter((task) => !allowed.includes(task.status)).map((task) => task.image_id))
    const gone = images.filter((image) => image.deleted_at || !busy.has(image.id)).map((image) => image.id)
    const fresh = await ctx.db
      .updateTable('images')
      .set({ deleted_at: sql<string>`clock_timestamp()` })
      .where('org_id', '=', ctx.org_id)
      .where('id', '=', anyOf(gone))
      .where('deleted_at', 'is', null)
      .returning('id')
      .execute()
    for (const { id } of fresh) await emit(ctx, 'image.deleted', inspectionId, { image_id: id })
    return answerOf(imageIds, new Set(gone), busy)
  })
}

function answerOf(imageIds: string[], gone: Set<string>, busy: Set<string>): DeletedImages {
  const deleted_image_ids = imageIds.filter((id) => gone.has(id))
  const failed = imageIds
    .filter((image_id) => !gone.has(image_id))
    .map((image_id) => ({
      image_id,
      reason: busy.has(image_id) ? ('image_in_use' as const) : ('not_found' as const),
    }))
  return {
    message: `${deleted_image_ids.length} of ${imageIds.length} images are deleted`,
    deleted_image_ids,
    failed,
  }
}
