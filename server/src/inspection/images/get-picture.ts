import { enqueueOnce } from '../../core/contracts/jobs.ts'
import { Problem } from '../../core/contracts/problems.ts'
import { type Context, inTransaction } from '../../core/platform/context.ts'
import type { PictureVariant, ShownVariant } from '../../core/platform/picture-url.ts'
import type { StoredObject } from '../../core/platform/storage.ts'
import { isUuid } from '../../core/platform/uuid.ts'
import { asJpeg, type EncodedPicture, makePicture, type Turn } from './make-picture.ts'
import { openObject } from './open-object.ts'
import { hidingColumns, howShown, type ShownPicture } from './shown-picture.ts'
import { storageKey } from './storage-keys.ts'

export type Picture = {
  etag: string
  /** Another answer may come at any time. */
  isPassing: boolean
  open: () => Promise<StoredObject | EncodedPicture>
}

/** What a capability URL whose signature has been checked stands for. Gone with its image or inspection. */
export async function getPicture(
  ctx: Context,
  turn: Turn,
  imageId: string,
  variant: ShownVariant,
): Promise<Picture> {
  if (variant === 'sharp.jpg') return getSharpPicture(ctx, imageId)
  const stored = variant === 'preview.jpg' ? 'picture.jpg' : variant
  const { sha256, size, shown, open } = await findPicture(ctx, imageId, stored)
  const { tag, isCoarse, show } = shown
  return {
    etag: `"${sha256}-${stored}${tag}"`,
    isPassing: isCoarse,
    open: async () => {
      if (!show) return open()
      // A page that shows the preview keeps its layout when the picture comes.
      const coarse = stored === 'picture.jpg' ? size : undefined
      return asJpeg(await makePicture(ctx, turn, open, (file) => show(file, coarse)))
    },
  }
}

/** With nothing hidden, by a URL that `openOriginal` has made. */
async function getSharpPicture(ctx: Context, imageId: string): Promise<Picture> {
  const row = isUuid(imageId) ? await findImage(ctx, imageId) : null
  if (!row) throw new Problem('not_found')
  const open = () => openObject(ctx, storageKey(ctx.org_id, imageId, 'picture.jpg'))
  return { etag: `"${row.sha256}-sharp"`, isPassing: true, open }
}

/** A stored file, and how people see it. */
export async function findPicture(ctx: Context, imageId: string, variant: PictureVariant) {
  const row = isUuid(imageId) ? ((await findImage(ctx, imageId)) ?? (await findObjected(ctx, imageId))) : null
  if (!row) throw new Problem('not_found')
  const shown: ShownPicture = howShown(ctx, row)
  if (shown.isCoarse && row.is_checked) await askToLook(ctx, row.job, row.inspection_id, imageId)
  // What is made coarse needs no more than the small file.
  const file = shown.isCoarse ? 'working.jpg' : variant
  return {
    sha256: row.sha256,
    size: { width: row.image_width, height: row.image_height },
    shown,
    open: () => openObject(ctx, storageKey(ctx.org_id, imageId, file)),
  }
}

async function findImage(ctx: Context, imageId: string) {
  const row = await ctx.db
    .selectFrom('images')
    .innerJoin('inspections', (join) =>
      join
        .onRef('inspections.org_id', '=', 'images.org_id')
        .onRef('inspections.id', '=', 'images.inspection_id'),
    )
    .leftJoin('picture_settings', 'picture_settings.org_id', 'images.org_id')
    .select([
      'images.inspection_id',
      'images.sha256',
      'images.image_width',
      'images.image_height',
      ...hidingColumns('images'),
    ])
    .select((eb) => eb('images.compliances', 'is not', null).as('is_checked'))
    .where('images.org_id', '=', ctx.org_id)
    .where('images.id', '=', imageId)
    .where('images.deleted_at', 'is', null)
    .where('inspections.deleted_at', 'is', null)
    .executeTakeFirst()
  // The check of a new picture looks at it as well; who asks meanwhile need not ask for another look.
  return row && { ...row, is_checked: Boolean(row.is_checked), job: 'find_bystanders' as const }
}

/** A picture that somebody sent with an objection; it is not among those of the inspection. */
async function findObjected(ctx: Context, pictureId: string) {
  const row = await ctx.db
    .selectFrom('objection_pictures')
    .innerJoin('inspections', (join) =>
      join
        .onRef('inspections.org_id', '=', 'objection_pictures.org_id')
        .onRef('inspections.id', '=', 'objection_pictures.inspection_id'),
    )
    .leftJoin('picture_settings', 'picture_settings.org_id', 'objection_pictures.org_id')
    .select([
      'objection_pictures.inspection_id',
      'objection_pictures.sha256',
      'objection_pictures.image_width',
      'objection_pictures.image_height',
      ...hidingColumns('objection_pictures'),
    ])
    .where('objection_pictures.org_id', '=', ctx.org_id)
    .where('objection_pictures.id', '=', pictureId)
    .where('inspections.deleted_at', 'is', null)
    .executeTakeFirst()
  return row && { ...row, is_checked: true, job: 'find_objection_bystanders' as const }
}

/**
 * Has a worker look at a picture that somebody wants to see and no model has looked at: one from before bystanders were hidden, or whose
 * check found no model. However often it is asked for, a worker looks once a minute at most.
 */
async function askToLook(
  ctx: Context,
  job: 'find_bystanders' | 'find_objection_bystanders',
  inspection_id: string,
  image_id: string,
): Promise<void> {
  const payload = { org_id: ctx.org_id, inspection_id, image_id }
  await inTransaction(ctx, (ctx) => enqueueOnce(ctx, job, payload, image_id))
}
