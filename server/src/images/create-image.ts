import { setTimeout as delay } from 'node:timers/promises'
import { requireInspection } from '../access/scope.ts'
import { Problem } from '../contracts/problems.ts'
import { type Context, inTransaction } from '../platform/context.ts'
import type { Egress } from '../platform/egress.ts'
import type { PictureDecoder } from '../platform/pictures/decoder.ts'
import { discardFile } from '../platform/receive-file.ts'
import { acquireFile, type Upload } from './acquire-file.ts'
import { readImageTasks } from './image-tasks.ts'
import { insertImage, requireOpenTasks } from './insert-image.ts'
import { imageJson, selectImages } from './queries.ts'
import type { CreateImage, Image } from './schema.ts'
import { type StoredPicture, storePicture } from './store-picture.ts'

/** What turns bytes from outside into stored pictures. */
export type Intake = { decoder: PictureDecoder; egress: Egress }

export async function createImage(
  ctx: Context,
  intake: Intake,
  inspectionId: string,
  input: CreateImage,
  upload: Upload,
): Promise<Image> {
  await requireInspection(ctx, inspectionId, 'update')
  const tasks = readImageTasks(input.tasks)
  await requireOpenTasks(ctx, inspectionId, tasks)
  const startedMs = ctx.clock.nowMs()
  const picture = await takePicture(ctx, intake, input, upload)
  await inTransaction(ctx, (ctx) => insertImage(ctx, inspectionId, picture, input, tasks))
  if (tasks.some((task) => task.wait)) await waitForCompliances(ctx, picture.id, startedMs + WAIT_MS_MAX)
  const row = await selectImages(ctx).where('images.id', '=', picture.id).executeTakeFirst()
  if (!row) throw new Problem('not_found')
  return imageJson(ctx, row)
}

/** Acquires and stores a picture; it has no row yet. */
export async function takePicture(
  ctx: Context,
  intake: Intake,
  input: CreateImage,
  upload: Upload,
): Promise<StoredPicture> {
  const file = await acquireFile(ctx, intake.egress, input.acquisition, upload)
  try {
    return await storePicture(ctx, intake.decoder, file, input.rotate_image_before_upload)
  } finally {
    await discardFile(file)
  }
}

const WAIT_MS_MAX = 12_000
const WAIT_STEP_MS_MAX = 400

/** Clients give up after 15 s, decoding included; without a result by then they ask again later. */
async function waitForCompliances(ctx: Context, imageId: string, untilMs: number): Promise<void> {
  for (let stepMs = 50; ctx.clock.nowMs() < untilMs; stepMs = Math.min(stepMs * 1.5, WAIT_STEP_MS_MAX)) {
    const done = await ctx.db
      .selectFrom('images')
      .select('id')
      .where('org_id', '=', ctx.org_id)
      .where('id', '=', imageId)
      .where('compliances', 'is not', null)
      .executeTakeFirst()
    if (done) return
    await delay(stepMs)
  }
}
