import { sql } from 'kysely'
import type { HiddenArea, Provenance } from '../../../core/contracts/findings.ts'
import type { FreeObject } from '../../../core/contracts/schema.ts'
import { findTask } from '../../../core/contracts/tasks.ts'
import type { Context } from '../../../core/platform/context.ts'
import { readGray } from '../../../core/platform/pictures/pixels.ts'
import { recordCompliances } from '../../../inspection/images/record-compliances.ts'
import type { ImageResult } from '../../../inspection/tasks/run.ts'
import { findBystanders, type Known } from '../../bystanders/find-bystanders.ts'
import {
  DETECTION,
  type DetectorOutput,
  detectionOf,
  runDetector,
  VEHICLE_DETECTOR,
  type Vehicle,
} from '../../detect-vehicle.ts'
import { fillsPicture } from '../../fills-picture.ts'
import { ModelUnavailable } from '../../inference/model.ts'
import { PART_SEGMENTER, type PartMap, segmentParts } from '../../part-map/segment-parts.ts'
import { viewSeen } from '../../part-map/view-seen.ts'
import { provenanceOf } from '../../provenance.ts'
import { QUALITY_THRESHOLDS } from '../../quality.ts'
import { judgedSightIdOf, sightIdOf } from '../../sight-of-image.ts'
import { sightOf } from '../../sights.ts'
import { directionOf, takenFrom, type Viewpoint, type ViewpointName, viewpointOf } from '../../viewpoint.ts'
import { type AnalysisContext, readWorkingPicture, type WorkingPicture } from '../../working-picture.ts'
import { COMPLIANCE_VERSION, type Compliances, complianceOf, hasVehicle } from './compliance.ts'
import { VEHICLE_THRESHOLDS } from './compliance-issues.ts'
import { ZOOM_THRESHOLDS } from './zoom.ts'

/** What the check knows of a picture beside its pixels. */
export type CheckedImage = NonNullable<Awaited<ReturnType<typeof readCheckedImage>>>

const PARAMETERS = {
  version: COMPLIANCE_VERSION,
  quality: QUALITY_THRESHOLDS,
  detection: { ...DETECTION, ...VEHICLE_THRESHOLDS },
  zoom: ZOOM_THRESHOLDS,
}

/**
 * The compliance result of a picture: the one it has, or a new one from its pixels. Null when there is no such image.
 * A deleted one gets a result only for a run that was started with it; the image itself is left as it was.
 */
export async function runCompliances(
  ctx: AnalysisContext,
  inspectionId: string,
  imageId: string,
  options: { deleted: boolean; anew?: boolean },
): Promise<ImageResult | null> {
  const image = await readCheckedImage(ctx, inspectionId, imageId)
  if (!image || (image.deleted_at && !options.deleted)) return null
  // The first result stands, with what it was made with: this process may have other models, or none. Only a task that
  // is run again asks for another.
  if (!options.anew && image.compliances && image.compliances_version)
    return {
      result: image.compliances,
      origin: image.compliances_version,
      provenance: image.compliances_provenance ?? {},
    }
  const { result, viewpoint, has_vehicle, hidden, provenance } = await makeCheck(ctx, imageId, image)
  const record = {
    compliances: result,
    compliances_version: COMPLIANCE_VERSION,
    compliances_provenance: provenance,
    viewpoint,
    has_vehicle,
    hidden,
  }
  await recordCompliances(ctx, inspectionId, imageId, record, { replace: options.anew ?? false })
  return { result, origin: COMPLIANCE_VERSION, provenance }
}

/** A new result from the pixels, whether the picture has one or not. Nothing is written. */
export async function makeCheck(ctx: AnalysisContext, imageId: string, image: CheckedImage) {
  const picture = await readWorkingPicture(ctx, imageId)
  const { models, parameters, ...found } = await checkPicture(ctx, picture, image)
  return { ...found, provenance: provenanceOf(ctx, picture, { models, parameters }) }
}

export async function readCheckedImage(ctx: Context, inspectionId: string, imageId: string) {
  return ctx.db
    .selectFrom('images')
    .select([
      'image_width',
      'image_height',
      'binary_size',
      'image_type',
      'compliances_version',
      'deleted_at',
      sql<FreeObject | null>`compliances`.as('compliances'),
      sql<Provenance | null>`compliances_provenance`.as('compliances_provenance'),
      sql<FreeObject>`compliance_parameters`.as('parameters'),
      sql<FreeObject>`additional_data`.as('additional_data'),
      sql<FreeObject | null>`detailed_viewpoint`.as('detailed_viewpoint'),
      sql<ViewpointName | null>`seen_from`.as('seen_from'),
      sql<string[]>`array(
        select tasks.name from image_tasks join tasks on tasks.org_id = image_tasks.org_id and tasks.id = image_tasks.task_id
        where image_tasks.org_id = images.org_id and image_tasks.image_id = images.id order by tasks.id)`.as(
        'tasks',
      ),
    ])
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .where('id', '=', imageId)
    .executeTakeFirst()
}

/** Judges the pixels; nothing is read or written beside them. */
export async function checkPicture(
  ctx: Pick<AnalysisContext, 'models' | 'log'>,
  { jpeg }: Pick<WorkingPicture, 'jpeg'>,
  image: CheckedImage,
): Promise<{
  result: Compliances
  viewpoint: Viewpoint | null
  has_vehicle: boolean | null
  hidden: HiddenArea[] | null
  models: string[]
  parameters: Record<string, unknown>
}> {
  const { image_width, image_height, binary_size, additional_data, detailed_viewpoint, seen_from } = image
  const sightId = judgedSightIdOf(image.parameters)
  const takenFor = sightIdOf({ compliances: image.parameters, additional_data })
  const sight = takenFor === null ? null : sightOf(takenFor)
  const shown = image.tasks.map((name) => findTask(name)?.pictures)
  const isOfVehicle =
    image.image_type !== 'close_up' &&
    !sight?.close_up &&
    // A picture whose damages are wanted shows a vehicle, whatever else is to be read on it.
    (shown.includes('vehicle') || !shown.includes('reading'))
  const output = isOfVehicle ? await detectIfInstalled(ctx, jpeg) : null
  const detection = output && detectionOf(output.boxes, output.scores)
  const map = detection?.main ? await segmentIfInstalled(ctx, jpeg, detection.main) : null
  const seen_view = map && viewSeen(map)
  const direction = directionOf({ sight, additional_data, detailed_viewpoint, seen_from, seen_view })
  const seen = {
    picture: await readGray(jpeg),
    facts: { image_width, image_height, binary_size },
    sightId,
    sight,
    direction,
    detection,
    seen_view: takenFrom({ seen_from }, seen_view),
  }
  return {
    result: complianceOf(seen),
    viewpoint: direction ? viewpointOf(direction) : null,
    has_vehicle: hasVehicle(seen),
    hidden: await findIfInstalled(ctx, jpeg, output ? { output, map } : {}),
    models: [...(detection ? [VEHICLE_DETECTOR] : []), ...(map ? [PART_SEGMENTER] : [])],
    parameters: { ...PARAMETERS, facts: factsOf(image) },
  }
}

/** All that the check reads of a picture beside its pixels and what the result repeats. */
function factsOf(image: CheckedImage) {
  const { image_type, parameters, additional_data, detailed_viewpoint, seen_from, tasks } = image
  return {
    ...(seen_from ? { seen_from } : {}),
    image_type,
    sight_id: judgedSightIdOf(parameters),
    noted_sight_id: additional_data.sight_id ?? null,
    alpha: additional_data.alpha ?? null,
    detailed_viewpoint,
    tasks,
  }
}

/** Only of a vehicle that stands out: a close-up hardly shows from where it was taken. */
async function segmentIfInstalled(
  { models, log }: Pick<AnalysisContext, 'models' | 'log'>,
  jpeg: Buffer,
  vehicle: Vehicle,
): Promise<PartMap | null> {
  if (!fillsPicture(vehicle)) return null
  try {
    return await segmentParts(models, jpeg, vehicle)
  } catch (error) {
    if (!(error instanceof ModelUnavailable)) throw error
    log.warn({ err: error }, 'pictures are checked without looking at their side')
    return null
  }
}

/** Without the model the picture is still worth a word about its quality. */
async function detectIfInstalled(
  { models, log }: Pick<AnalysisContext, 'models' | 'log'>,
  jpeg: Buffer,
): Promise<DetectorOutput | null> {
  try {
    return await runDetector(models, jpeg)
  } catch (error) {
    if (!(error instanceof ModelUnavailable)) throw error
    log.warn({ err: error }, 'pictures are checked without looking for a vehicle')
    return null
  }
}

/** What a worker without the models doesn't see, another one looks for when somebody opens the picture. */
async function findIfInstalled(
  { models, log }: Pick<AnalysisContext, 'models' | 'log'>,
  jpeg: Buffer,
  known: Known,
): Promise<HiddenArea[] | null> {
  try {
    return await findBystanders(models, jpeg, known)
  } catch (error) {
    if (!(error instanceof ModelUnavailable)) throw error
    log.warn({ err: error }, 'pictures are checked without looking for bystanders')
    return null
  }
}
