import { lockVisibleInspection } from '../../core/access/lock-inspection.ts'
import { requireInspection } from '../../core/access/scope.ts'
import { changesOf } from '../../core/contracts/changes.ts'
import { emit } from '../../core/contracts/events.ts'
import { requireRoom } from '../../core/contracts/limits.ts'
import { Problem } from '../../core/contracts/problems.ts'
import { type Context, inTransaction, type TransactionContext } from '../../core/platform/context.ts'
import { json } from '../../core/platform/database.ts'
import { uuidv7 } from '../../core/platform/uuid.ts'
import type { Upload } from '../../inspection/images/acquire-file.ts'
import { type Intake, takePicture } from '../../inspection/images/create-image.ts'
import { insertImage, lockTasksToJoinForShare } from '../../inspection/images/insert-image.ts'
import { lockImageForShare, requireImage } from '../../inspection/images/require-image.ts'
import type { CreateImage } from '../../inspection/images/schema.ts'
import { correct, inCorrection } from '../pricing/in-correction.ts'
import { readDrawnView } from './queries.ts'
import { type Region, readRegion, requireInside } from './region.ts'
import { lockDamageForShare, requireDamage } from './require-damage.ts'
import type { CreatedView, CreateView, DrawnView } from './schema.ts'

/** What is named must exist before anything else is judged: an answer must not depend on what the caller cannot see. */
export async function createView(
  ctx: Context,
  intake: Intake,
  inspectionId: string,
  input: CreateView,
  upload: Upload,
): Promise<CreatedView> {
  await requireInspection(ctx, inspectionId, 'write')
  const { damage_id, reason } = input
  await requireDamage(ctx, inspectionId, damage_id)
  if (input.image_id) {
    const image = await requireImage(ctx, inspectionId, input.image_id)
    const region = readRegion(input)
    requireInside(region, image)
    return inCorrection(ctx, inspectionId, async (ctx) => {
      await lockImageForShare(ctx, inspectionId, image.id)
      await lockDamageForShare(ctx, inspectionId, damage_id)
      await lockVisibleInspection(ctx, inspectionId, 'write')
      return insertView(ctx, { inspectionId, imageId: image.id, damage_id, region, reason })
    })
  }

  const newImage = newImageOf(input)
  const region = readRegion(input)
  const picture = await takePicture(ctx, intake, newImage, upload, [inspectionId])
  requireInside(region, picture)
  return inTransaction(ctx, async (ctx) => {
    // The new image takes locks on tasks, and those come before all others everywhere.
    await lockTasksToJoinForShare(ctx, inspectionId, [])
    return correct(ctx, inspectionId, async (ctx) => {
      await lockDamageForShare(ctx, inspectionId, damage_id)
      // A picture that was sent before keeps its first image; the objects of this one are left to the sweep.
      const imageId = await insertImage(ctx, inspectionId, picture, newImage, [])
      await lockImageForShare(ctx, inspectionId, imageId)
      await lockVisibleInspection(ctx, inspectionId, 'write')
      return insertView(ctx, { inspectionId, imageId, damage_id, region, reason })
    })
  })
}

function newImageOf({ new_image }: CreateView): CreateImage {
  const { acquisition, ...fields } = new_image ?? {}
  if (!acquisition) throw new Problem('view_image_missing')
  return { acquisition, ...fields }
}

type NewView = {
  inspectionId: string
  imageId: string
  damage_id: string
  region: Region
  reason: string | undefined
}

async function insertView(
  ctx: TransactionContext,
  { inspectionId, imageId, damage_id, region, reason }: NewView,
): Promise<DrawnView & { damage_id: string }> {
  await requireRoom(ctx, 'views', inspectionId, ctx.config.VIEWS_PER_INSPECTION_MAX)
  const id = uuidv7()
  await ctx.db
    .insertInto('views')
    .values({
      org_id: ctx.org_id,
      inspection_id: inspectionId,
      id,
      created_by: ctx.principal.subject,
      image_id: imageId,
      damage_id,
      bounding_box: json(region.bounding_box),
      polygons: json(region.polygons),
    })
    .execute()
  const told = { view_id: id, image_id: imageId, damage_id }
  const correction = { item_version: 1, reason, changes: changesOf(null, region) }
  await emit(ctx, 'view.created', inspectionId, told, correction)
  return { ...(await readDrawnView(ctx, id)), damage_id }
}
