import { requireInspection } from '../../core/access/scope.ts'
import { Problem } from '../../core/contracts/problems.ts'
import { UPLOAD_TASKS, type UploadTask } from '../../core/contracts/tasks.ts'
import { type Context, inTransaction, type TransactionContext } from '../../core/platform/context.ts'
import { discardFile } from '../../core/platform/receive-file.ts'
import { WAIT_MS_MAX, waitUntil } from '../../core/platform/wait-until.ts'
import { acquireFile, type Downloads, type Upload } from './acquire-file.ts'
import { duplicateKeyOf, findDuplicate } from './duplicate-key.ts'
import { type ImageTask, readImageTasks } from './image-tasks.ts'
import { insertImage, requireOpenTasks } from './insert-image.ts'
import { imageJson, selectImages } from './queries.ts'
import type { CreateImage, Image } from './schema.ts'
import { type Decoding, type StoredPicture, storePicture } from './store-picture.ts'
import { removeUpload } from './uploads.ts'

/** What turns bytes from outside into stored pictures. */
export type Intake = Decoding & Downloads

export async function createImage(
  ctx: Context,
  intake: Intake,
  inspectionId: string,
  input: CreateImage,
  upload: Upload,
): Promise<Image> {
  await requireInspection(ctx, inspectionId, 'update')
  const tasks = readImageTasks(input.tasks)
  const startedMs = ctx.clock.nowMs()
  const image = await addImage(ctx, intake, { inspectionId, input, tasks, upload }, readImage)
  const waited = UPLOAD_TASKS.filter((name) => tasks.some((task) => task.wait && task.name === name))
  if (waited.length === 0) return image
  await waitUntil(ctx, inspectionId, startedMs + WAIT_MS_MAX, () => hasResults(ctx, image.id, waited))
  return readImage(ctx, image.id)
}

type NewImage = { inspectionId: string; input: CreateImage; tasks: ImageTask[]; upload: Upload }

/**
 * Takes a picture into an inspection that the caller may add to. `conclude` is given the id of its image, which is
 * that of the first one when the picture is there already, and returns the answer in the same transaction.
 */
export async function addImage<Answer>(
  ctx: Context,
  intake: Intake,
  { inspectionId, input, tasks, upload }: NewImage,
  conclude: (ctx: TransactionContext, imageId: string) => Promise<Answer>,
): Promise<Answer> {
  const taken = await takeOnce(ctx, intake, inspectionId, input, tasks, upload)
  let id = ''
  const answer = await inTransaction(ctx, async (ctx) => {
    id = taken.picture ? await insertImage(ctx, inspectionId, taken.picture, input, tasks) : taken.first
    return conclude(ctx, id)
  })
  if (taken.picture && taken.picture.id !== id) await removeTwin(ctx, taken.picture.id)
  return answer
}

type Taken = { picture: StoredPicture } | { picture: null; first: string }

/** The picture, stored and without a row; or the image that is there already, before anything is decoded for it. */
async function takeOnce(
  ctx: Context,
  intake: Intake,
  inspectionId: string,
  input: CreateImage,
  tasks: ImageTask[],
  upload: Upload,
): Promise<Taken> {
  const file = await acquireFile(ctx, intake, input.acquisition, upload)
  try {
    const first = await findDuplicate(ctx, inspectionId, duplicateKeyOf(file.sha256, input, tasks))
    if (first) return { picture: null, first }
    await requireOpenTasks(ctx, inspectionId, tasks)
    const rotate = input.rotate_image_before_upload
    return { picture: await storePicture(ctx, intake, file, rotate, [inspectionId]) }
  } finally {
    await discardFile(file)
  }
}

/** Acquires and stores a picture; it has no row yet. */
export async function takePicture(
  ctx: Context,
  intake: Intake,
  input: CreateImage,
  upload: Upload,
  inspectionIds: readonly string[],
): Promise<StoredPicture> {
  const file = await acquireFile(ctx, intake, input.acquisition, upload)
  try {
    return await storePicture(ctx, intake, file, input.rotate_image_before_upload, inspectionIds)
  } finally {
    await discardFile(file)
  }
}

async function readImage(ctx: Context, imageId: string): Promise<Image> {
  const row = await selectImages(ctx).where('images.id', '=', imageId).executeTakeFirst()
  if (!row) throw new Problem('not_found')
  return imageJson(ctx, row)
}

/** The same picture came twice at once and this one was second. What cannot be removed now, the sweep removes. */
async function removeTwin(ctx: Context, uploadId: string): Promise<void> {
  await removeUpload(ctx, uploadId).catch((error) =>
    ctx.log.warn(
      { err: error, image_id: uploadId },
      'could not delete the objects of a repeated picture; the sweep will',
    ),
  )
}

/** The results stand in columns that have the names of their tasks. */
async function hasResults(ctx: Context, imageId: string, waited: readonly UploadTask[]): Promise<boolean> {
  const done = await ctx.db
    .selectFrom('images')
    .select('id')
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', imageId)
    .where((eb) => eb.and(waited.map((column) => eb(column, 'is not', null))))
    .executeTakeFirst()
  return done !== undefined
}
