import { sql } from 'kysely'
import { lockVisibleInspection } from '../../core/access/lock-inspection.ts'
import { requireInspection } from '../../core/access/scope.ts'
import { emit } from '../../core/contracts/events.ts'
import { Problem } from '../../core/contracts/problems.ts'
import { deletedJson } from '../../core/contracts/schema.ts'
import type { TaskStatus } from '../../core/contracts/tasks.ts'
import { requireVersion } from '../../core/contracts/versions.ts'
import { type Context, inTransaction } from '../../core/platform/context.ts'
import { lockImages, lockTasksOfImagesForShare } from './lock-images.ts'
import type { DeleteImage } from './schema.ts'

/** Until a task of the image starts, unless the client names other statuses. */
export const DEFAULT_STATUSES: readonly TaskStatus[] = ['NOT_STARTED']

/** Soft. A run that was started with the image still ends with it. A repeat answers the same. */
export async function deleteImage(ctx: Context, inspectionId: string, imageId: string, input: DeleteImage) {
  await requireInspection(ctx, inspectionId, 'update')
  const allowed: readonly string[] = input?.authorized_tasks_statuses ?? DEFAULT_STATUSES
  return inTransaction(ctx, async (ctx) => {
    const tasks = await lockTasksOfImagesForShare(ctx, inspectionId, [imageId])
    const [image] = await lockImages(ctx, inspectionId, [imageId])
    await lockVisibleInspection(ctx, inspectionId, 'update')
    if (!image) throw new Problem('not_found')
    if (image.deleted_at) return deletedJson('IMAGE', image.id, image.deleted_at)
    requireVersion(ctx, image.version)
    const busy = tasks.find((task) => !allowed.includes(task.status))
    if (busy)
      throw new Problem('image_in_use', {
        image_id: image.id,
        task_name: busy.name,
        task_status: busy.status,
      })
    const { deleted_at } = await ctx.db
      .updateTable('images')
      .set({ deleted_at: sql<string>`clock_timestamp()` })
      .where('org_id', '=', ctx.org_id)
      .where('id', '=', image.id)
      .returning(sql<string>`deleted_at`.as('deleted_at'))
      .executeTakeFirstOrThrow()
    await emit(ctx, 'image.deleted', inspectionId, { image_id: image.id })
    return deletedJson('IMAGE', image.id, deleted_at)
  })
}
