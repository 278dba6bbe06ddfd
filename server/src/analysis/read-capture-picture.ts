import { sql } from 'kysely'
import type { CaptureReading } from '../core/contracts/findings.ts'
import { condition } from '../core/platform/condition.ts'
import { type Context, inTransaction } from '../core/platform/context.ts'
import { recordCaptureReading } from '../inspection/images/record-capture-reading.ts'
import { ModelUnavailable } from './inference/model.ts'
import { runImagesOcr } from './tasks/images-ocr/run-images-ocr.ts'
import { runOdometer } from './tasks/odometer/run-odometer.ts'
import type { Size } from './text/read-picture.ts'
import { type AnalysisContext, readWorkingPicture, type WorkingPicture } from './working-picture.ts'

const ALTERNATIVES_MAX = 2
const UNREAD: CaptureReading = { value: null, unit: null, alternatives: [], confidence: 0 }

/**
 * Reads a plate, a VIN or an odometer right after a capture brought its picture: the person confirms or corrects it while they
 * stand beside the vehicle. Only for inspections with the task that reads it.
 */
export async function readCapturePicture(
  ctx: AnalysisContext,
  inspectionId: string,
  imageId: string,
): Promise<void> {
  const image = await selectUnread(ctx, imageId).executeTakeFirst()
  if (!image) return
  const reading = await readOrLeave(ctx, imageId, image)
  await inTransaction(ctx, async (ctx) => {
    // Meanwhile the person may have taken it again.
    const unread = await selectUnread(ctx, imageId).forNoKeyUpdate('images').executeTakeFirst()
    if (unread) await recordCaptureReading(ctx, inspectionId, imageId, reading)
  })
}

function selectUnread(ctx: Context, imageId: string) {
  return ctx.db
    .selectFrom('images')
    .innerJoin('image_tasks', (join) =>
      join.onRef('image_tasks.org_id', '=', 'images.org_id').onRef('image_tasks.image_id', '=', 'images.id'),
    )
    .innerJoin('tasks', (join) =>
      join.onRef('tasks.org_id', '=', 'image_tasks.org_id').onRef('tasks.id', '=', 'image_tasks.task_id'),
    )
    .select([
      'images.image_width',
      'images.image_height',
      sql<string>`images.additional_data ->> 'capture_step'`.as('step'),
    ])
    .where('images.org_id', '=', ctx.org_id)
    .where('images.id', '=', imageId)
    .where('images.deleted_at', 'is', null)
    .where(condition`not images.additional_data ? 'capture_reading'`)
    .where(
      condition`(images.additional_data ->> 'capture_step', tasks.name) in (('plate', 'images_ocr'), ('vin', 'images_ocr'), ('odometer', 'odometer'))`,
    )
}

/** Without the model nothing is read, and the person types it in. */
async function readOrLeave(
  ctx: AnalysisContext,
  imageId: string,
  image: Size & { step: string },
): Promise<CaptureReading> {
  try {
    return await read(ctx, await readWorkingPicture(ctx, imageId), image)
  } catch (error) {
    if (!(error instanceof ModelUnavailable)) throw error
    ctx.log.warn({ err: error, image_id: imageId }, 'could not read the picture of a capture')
    return UNREAD
  }
}

async function read(
  ctx: AnalysisContext,
  picture: WorkingPicture,
  { step, ...size }: Size & { step: string },
): Promise<CaptureReading> {
  if (step === 'odometer') {
    const { value, unit, confidence_score } = (await runOdometer(ctx, picture, size)).result
    return value === null
      ? UNREAD
      : { value: String(value), unit, alternatives: [], confidence: confidence_score }
  }
  const details = step === 'vin' ? { image_type: 'VIN' } : {}
  const { vin, plate } = (await runImagesOcr(ctx, picture, { ...size, details })).result
  const found = step === 'vin' ? vin : plate
  if (!found) return UNREAD
  const { value, confidence, candidates } = found
  const others = candidates.map((candidate) => candidate.value).filter((text) => text !== value)
  return { value, unit: null, alternatives: others.slice(0, ALTERNATIVES_MAX), confidence }
}
