import { findCaptureStep } from '@walkaround/catalog/capture-steps'
import { requireInspection } from '../../core/access/scope.ts'
import { emit } from '../../core/contracts/events.ts'
import { Problem } from '../../core/contracts/problems.ts'
import type { Context } from '../../core/platform/context.ts'
import type { Upload } from '../../inspection/images/acquire-file.ts'
import { addImage, type Intake } from '../../inspection/images/create-image.ts'
import { readImageTasks } from '../../inspection/images/image-tasks.ts'
import type { CreateImage } from '../../inspection/images/schema.ts'
import { supersedeImages } from '../../inspection/images/supersede-images.ts'
import { listPictureTasks } from './picture-tasks.ts'
import { placeOfDamage, readCapture } from './read-capture.ts'
import type { Capture, CapturePicture, CreateCapturePicture } from './schema.ts'

/** A picture for a step; one that was taken for it before is replaced. The profile decides what becomes of it. */
export async function createCapturePicture(
  ctx: Context,
  intake: Intake,
  inspectionId: string,
  input: CreateCapturePicture,
  upload: Upload,
): Promise<CapturePicture> {
  await requireInspection(ctx, inspectionId, 'update', { linked: true })
  const capture = await readCapture(ctx, inspectionId)
  if (capture.finished_at) throw new Problem('capture_finished')
  const place = requirePlace(capture, input)
  const image = await imageOf(ctx, capture, input, place, upload)
  const tasks = readImageTasks(image.tasks)

  return addImage(ctx, intake, { inspectionId, input: image, tasks, upload }, async (ctx, image_id) => {
    await supersedeImages(ctx, inspectionId, image_id, place)
    const { steps } = await readCapture(ctx, inspectionId)
    const required = steps.filter((step) => step.is_required)
    const done = required.filter((step) => step.verdict !== 'missing').length
    const progress = { step: input.step, done, total: required.length }
    await emit(ctx, 'capture_link.progressed', inspectionId, {
      capture_link_id: capture.capture_link_id,
      ...progress,
    })
    return { object_type: 'CAPTURE_PICTURE', image_id, ...progress }
  })
}

function requirePlace(capture: Capture, { step, damage_key, shot }: CreateCapturePicture): string {
  const known = capture.steps.map((entry) => entry.step)
  if (step !== 'damage') {
    if (!known.includes(step)) throw new Problem('capture_step_unknown', { step, known })
    return step
  }
  const limit = capture.damages_max
  if (limit === 0 || !damage_key || !shot) throw new Problem('capture_step_unknown', { step, known })
  const isNew = !capture.damages.some((damage) => damage.damage_key === damage_key)
  if (isNew && capture.damages.length >= limit)
    throw new Problem('limit_reached', { resource: 'damages', limit })
  return placeOfDamage(damage_key, shot)
}

/** Only what the person says is taken from the request: no task, no address, no other field of a picture. */
async function imageOf(
  ctx: Context,
  capture: Capture,
  { step, damage_key, shot, note, location }: CreateCapturePicture,
  place: string,
  upload: Upload,
): Promise<CreateImage> {
  const { kind, shows } = findCaptureStep(step) ?? { kind: 'close_up', shows: 'part' }
  const isWalk = kind === 'walk'
  return {
    acquisition: { strategy: 'upload_multipart_form_keys', file_key: upload?.fileKey ?? '' },
    tasks: await listPictureTasks(ctx, capture.inspection_id, step, shows),
    image_type: isWalk ? 'beauty_shot' : 'close_up',
    image_subtype: shot === 'near' ? 'close_up_damage' : isWalk ? null : 'close_up_part',
    image_sibling_key: damage_key ?? null,
    ...(isWalk ? { compliances: { coverage_360: { sight_id: step } } } : {}),
    additional_data: {
      capture_step: place,
      sight_id: step,
      ...(note ? { note } : {}),
      ...(location && capture.asks_location ? { location } : {}),
    },
  }
}
