import { sql } from 'kysely'
import { Problem } from '../../core/contracts/problems.ts'
import type { FreeObject } from '../../core/contracts/schema.ts'
import { requireVersion } from '../../core/contracts/versions.ts'
import type { TransactionContext } from '../../core/platform/context.ts'
import { anyOf } from '../../core/platform/database.ts'
import { isUuid } from '../../core/platform/uuid.ts'

/** Images of the inspection with their rows locked, oldest first, deleted ones too. Ids that name none are left out. */
export async function lockImages(ctx: TransactionContext, inspectionId: string, imageIds: string[]) {
  return ctx.db
    .selectFrom('images')
    .select([
      'id',
      'version',
      'deleted_at',
      sql<FreeObject>`additional_data`.as('additional_data'),
      sql<FreeObject | null>`damage_area`.as('damage_area'),
      'seen_from',
    ])
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .where('id', '=', anyOf(imageIds.filter(isUuid)))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** The image that is to be changed: there, not deleted, and in a version the caller has seen. */
export async function lockImage(ctx: TransactionContext, inspectionId: string, imageId: string) {
  const [image] = await lockImages(ctx, inspectionId, [imageId])
  if (!image || image.deleted_at) throw new Problem('not_found')
  requireVersion(ctx, image.version)
  return image
}

/**
 * The tasks that images have joined, held FOR SHARE: whoever starts one of them waits, and then sees the images or
 * their deletion, never a part of it.
 */
export async function lockTasksOfImagesForShare(
  ctx: TransactionContext,
  inspectionId: string,
  imageIds: string[],
) {
  return ctx.db
    .selectFrom('image_tasks')
    .innerJoin('tasks', (join) =>
      join.onRef('tasks.org_id', '=', 'image_tasks.org_id').onRef('tasks.id', '=', 'image_tasks.task_id'),
    )
    .select(['image_tasks.image_id', 'tasks.name', 'tasks.status'])
    .where('image_tasks.org_id', '=', ctx.org_id)
    .where('image_tasks.image_id', '=', anyOf(imageIds.filter(isUuid)))
    .where('tasks.inspection_id', '=', inspectionId)
    .orderBy('tasks.id')
    .forShare('tasks')
    .execute()
}
