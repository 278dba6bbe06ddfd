import { Problem } from '../contracts/problems.ts'
import type { Context } from '../platform/context.ts'
import type { PictureVariant } from '../platform/picture-url.ts'
import type { StoredObject } from '../platform/storage.ts'
import { isUuid } from '../platform/uuid.ts'
import { openObject } from './open-object.ts'
import { storageKey } from './storage-keys.ts'

export type Picture = {
  etag: string
  size: { width: number; height: number }
  open: () => Promise<StoredObject>
}

/** What a capability URL whose signature has been checked stands for. Gone with its image or inspection. */
export async function getPicture(ctx: Context, imageId: string, variant: PictureVariant): Promise<Picture> {
  const row = isUuid(imageId) ? ((await findImage(ctx, imageId)) ?? (await findObjected(ctx, imageId))) : null
  if (!row) throw new Problem('not_found')
  return {
    etag: `"${row.sha256}-${variant}"`,
    size: { width: row.image_width, height: row.image_height },
    open: () => openObject(ctx, storageKey(ctx.org_id, imageId, variant)),
  }
}

function findImage(ctx: Context, imageId: string) {
  return ctx.db
    .selectFrom('images')
    .innerJoin('inspections', (join) =>
      join
        .onRef('inspections.org_id', '=', 'images.org_id')
        .onRef('inspections.id', '=', 'images.inspection_id'),
    )
    .select(['images.sha256', 'images.image_width', 'images.image_height'])
    .where('images.org_id', '=', ctx.org_id)
    .where('images.id', '=', imageId)
    .where('images.deleted_at', 'is', null)
    .where('inspections.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** A picture that somebody sent with an objection; it is not among those of the inspection. */
function findObjected(ctx: Context, pictureId: string) {
  return ctx.db
    .selectFrom('objection_pictures')
    .innerJoin('inspections', (join) =>
      join
        .onRef('inspections.org_id', '=', 'objection_pictures.org_id')
        .onRef('inspections.id', '=', 'objection_pictures.inspection_id'),
    )
    .select([
      'objection_pictures.sha256',
      'objection_pictures.image_width',
      'objection_pictures.image_height',
    ])
    .where('objection_pictures.org_id', '=', ctx.org_id)
    .where('objection_pictures.id', '=', pictureId)
    .where('inspections.deleted_at', 'is', null)
    .executeTakeFirst()
}
