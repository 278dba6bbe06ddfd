import type { Random } from '../../testing/random.ts'
import type { FuzzOperation, Schema } from './fuzz-document.ts'
import type { FuzzParts } from './fuzz-pool.ts'
import { SKIP } from './fuzz-values.ts'
import { secretOf } from './tenant-world.ts'

export type Moment = {
  operation: FuzzOperation
  random: Random
  parts: FuzzParts
  asMultipart: boolean
  schema: Schema
  idOf: (kind: string) => string
}

/** Tasks that every role of the campaign may ask for. */
const TASKS = ['compliances', 'damage_detection', 'wheel_analysis', 'images_ocr', 'repair_estimate']

const STATUSES = ['NOT_STARTED', 'TODO', 'IN_PROGRESS', 'DONE', 'ERROR', 'VALIDATED']

type Meaning = (moment: Moment) => unknown

/** What the schemas cannot say: which values fit the world and one another. By operation and way, or by way alone. */
const MEANINGS: Record<string, Meaning> = {
  'query.limit': ({ random }) => 1 + random.below(8),
  'query.before': ({ random }) => (random.next() < 0.5 ? SKIP : undefined),
  'path.task_name': ({ random }) => random.pick(['compliances', 'compliances', 'compliances', ...TASKS]),
  // The one task that ends by itself here.
  'replayTask.path.task_name': () => 'compliances',
  'createTaskRun.path.task_name': () => 'compliances',
  'getTaskReplay.path.task_name': () => 'compliances',
  'getThumbnail.query.image_url': ({ random, parts }) =>
    random.pick(parts.pool.urls.get('getPicture') ?? ['x']),
  'getThumbnail.query.width': ({ random }) => random.pick(['6', '32', '100', 'NaN']),
  'getThumbnail.query.height': ({ random }) => random.pick(['5', '24', '80', 'NaN']),
  'query.vin': ({ random }) => (random.next() < 0.8 ? SKIP : undefined),
  acquisition: (moment) => acquisitionOf(moment),
  'new_image.acquisition': (moment) => acquisitionOf(moment),
  'createInspection.tasks': (moment) => {
    const { random } = moment
    // With nothing but checks an inspection can be done here, and then validated.
    const names =
      random.next() < 0.3
        ? ['compliances']
        : ['compliances', 'damage_detection', ...TASKS.filter(() => random.next() < 0.2)]
    const callback = { url: hookOf(moment), headers: { 'X-Key': '1' }, params: { a: 1 } }
    const options = () =>
      random.pick<object>([
        {},
        {},
        { status: 'NOT_STARTED' },
        { status: 'NOT_STARTED', callbacks: [callback] },
      ])
    return Object.fromEntries(names.map((name) => [name, options()]))
  },
  // Pictures at creation come from URLs, and the campaign has no internet: rarely, as every such request is refused.
  'createInspection.images': ({ random }) => (random.next() < 0.97 ? SKIP : undefined),
  'createInspection.related_inspection_id': ({ random }) => (random.next() < 0.8 ? SKIP : undefined),
  'createImage.tasks': ({ random }) =>
    random.pick<unknown>([
      [],
      [],
      SKIP,
      ['compliances'],
      ['damage_detection'],
      [{ name: 'damage_detection', image_details: { viewpoint_name: 'front' } }],
      random.next() < 0.1 ? [{ name: 'compliances', wait_for_result: true }] : ['damage_detection'],
    ]),
  'deleteImage.authorized_tasks_statuses': () => STATUSES,
  'deleteImages.authorized_tasks_statuses': () => STATUSES,
  'createView.image_id': ({ asMultipart, idOf }) => (asMultipart ? SKIP : idOf('image')),
  'createView.new_image': ({ asMultipart }) =>
    asMultipart ? { acquisition: { strategy: 'upload_multipart_form_keys', file_key: 'image' } } : SKIP,
  'createView.bounding_box': boxOf,
  'createView.polygons': polygonsOf,
  'updateView.bounding_box': boxOf,
  'updateView.polygons': polygonsOf,
  'query.types': ({ random }) =>
    random.pick<unknown>([SKIP, 'task.done', 'image.created, task.progressed', 'inspection.created']),
  'query.last_event_id': ({ random }) => random.pick<unknown>([SKIP, '0', String(random.below(500)), 'x']),
  // With a token beside it nobody looks at it.
  'query.ticket': ({ random }) => (random.next() < 0.9 ? SKIP : undefined),
  'createWebhookEndpoint.url': hookOf,
  'updateWebhookEndpoint.url': ({ random, ...moment }) =>
    random.next() < 0.8 ? SKIP : hookOf({ ...moment, random }),
  'createWebhookEndpoint.event_types': eventTypesOf,
  'updateWebhookEndpoint.event_types': eventTypesOf,
  // Nothing can be replayed while it is disabled.
  'updateWebhookEndpoint.is_enabled': ({ random }) => random.next() < 0.8,
  'replayWebhookDeliveries.since': () => new Date(Date.now() - 2_000).toISOString(),
  'replayWebhookDeliveries.until': ({ random }) => (random.next() < 0.8 ? SKIP : '2100-01-01T00:00:00+02:00'),
  'verifyReport.path.report_id': ({ idOf }) => idOf('report'),
  'createComparison.earlier_inspection_id': ({ idOf }) => idOf('earlier_inspection'),
  'createComparison.later_inspection_id': ({ idOf }) => idOf('analyzed'),
  // The only step of the profile; nobody asked where it was.
  'createCapturePicture.step': () => 'around_000',
  'updateCaptureReading.path.step': () => 'plate',
  'updateCaptureReading.value': () => 'AB-123-CD',
  'updateCaptureReading.unit': () => SKIP,
  'createCapturePicture.damage_key': () => SKIP,
  'createCapturePicture.shot': () => SKIP,
  'createCapturePicture.location': () => SKIP,
  // One that erased would take away what others ask for; the digest of nothing finds nothing.
  'createErasure.inspection_id': () => SKIP,
  'createErasure.vin': () => SKIP,
  'createErasure.plate': () => SKIP,
  'createErasure.capture_link_id': () => SKIP,
  'createErasure.inspection_digests': () => ['0'.repeat(64)],
  // Those of inspections that were there from the start.
  'exportVehicle.query.vin': () => SKIP,
  'exportVehicle.query.plate': () => secretOf('alder-manager'),
  // Either of them, and never both.
  'createObjectionLink.comparison_id': () => SKIP,
  'createReport.pdf_post_strategy': ({ asMultipart }) => (asMultipart ? 'upload' : SKIP),
  'createPricing.part_type': ({ schema, random, parts }) => random.pick(enumOf(parts, schema)),
  'updateTask.status': ({ random }) =>
    random.pick(['TODO', 'TODO', 'TODO', 'NOT_STARTED', 'DONE', 'VALIDATED']),
  // Arguments can be changed until a task starts; mostly it has.
  'updateTask.arguments': ({ random }) => (random.next() < 0.9 ? SKIP : undefined),
}

/** Addresses that the service must not even connect to, so that nothing is sent from here. */
function hookOf({ random }: Moment): unknown {
  return random.pick(['https://127.0.0.1/hook', 'https://[::1]/hook?a=b', 'https://10.0.0.1/hook'])
}

function eventTypesOf({ random }: Moment): unknown {
  return random.pick<unknown>([SKIP, null, ['report.done'], ['inspection.deleted', 'task.done']])
}

/** The smallest picture has 48 pixels on each side. */
function boxOf({ random }: Moment): unknown {
  return {
    xmin: random.below(20),
    ymin: random.below(20),
    width: 1 + random.below(20),
    height: 1 + random.below(20),
  }
}

function polygonsOf({ random }: Moment): unknown {
  const triangle = [
    [1, 1],
    [random.below(40), 5],
    [9, random.below(40)],
  ]
  return random.pick<unknown>([SKIP, [triangle]])
}

export function meaningOf(moment: Moment, way: string): unknown {
  const meaning = MEANINGS[`${moment.operation.id}.${way}`] ?? MEANINGS[way]
  return meaning?.(moment)
}

function acquisitionOf({ asMultipart, random }: Moment): unknown {
  if (asMultipart) return { strategy: 'upload_multipart_form_keys', file_key: 'image' }
  // Addresses that the service must not even look up.
  const url = random.pick(['https://127.0.0.1/a.jpg', 'https://[::1]/a.jpg', 'https://10.0.0.1/', 'ftp://x/'])
  return { strategy: 'download_from_url', url }
}

/** The values of a list that may also be null. */
function enumOf(parts: FuzzParts, schema: Schema): unknown[] {
  const shapes = [schema, ...(schema.anyOf ?? [])].map((shape) => parts.document.resolve(shape))
  return shapes.flatMap((shape) => shape.enum ?? [])
}
