import { Problem } from '../contracts/problems.ts'
import type { Context } from '../platform/context.ts'
import type { PictureVariant } from '../platform/picture-url.ts'
import type { StoredObject } from '../platform/storage.ts'
import { isUuid } from '../platform/uuid.ts'
import { storageKey } from './storage-keys.ts'

/** The bytes behind a capability URL whose signature has been checked. Gone with its image or inspection. */
export async function getPicture(
  ctx: Context,
  imageId: string,
  variant: PictureVariant,
): Promise<StoredObject & { etag: string }> {
  const row = isUuid(imageId)
    ? await ctx.db
        .selectFrom('images')
        .innerJoin('inspections', (join) =>
          join
            .onRef('inspections.org_id', '=', 'images.org_id')
            .onRef('inspections.id', '=', 'images.inspection_id'),
        )
        .select('images.sha256')
        .where('images.org_id', '=', ctx.org_id)
        .where('images.id', '=', imageId)
        .where('images.deleted_at', 'is', null)
        .where('inspections.deleted_at', 'is', null)
        .executeTakeFirst()
    : undefined
  const object = row ? await ctx.storage.get(storageKey(ctx.org_id, imageId, variant)) : null
  if (!row || !object) throw new Problem('not_found')
  return { ...object, etag: `"${row.sha256}-${variant}"` }
}
