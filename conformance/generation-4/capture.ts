import { type Checks, poll } from '../checks.ts'
import type { Upload } from '../generation-5/client.ts'
import { createPicture } from '../pictures.ts'
import { api, create, manager, member, read } from './client.ts'

const TASKS = ['damage_detection', 'wheel_analysis', 'images_ocr', 'human_in_the_loop']
const STARTED = ['damage_detection', 'wheel_analysis', 'images_ocr']
const LIVE = { enableCompliance: true, useLiveCompliance: true }

const UPLOADS: [string, Omit<Upload, 'inspectionId' | 'picture'>, Record<string, unknown>][] = [
  [
    'beauty shot',
    { uploadType: 'beauty_shot', sightId: 'fesc20-H1dfdfvH', tasks: TASKS, compliance: LIVE },
    { type: 'beauty_shot', sightId: 'fesc20-H1dfdfvH' },
  ],
  [
    'first of two shots',
    { uploadType: 'close_up_2_shot', siblingKey: 'closeup-sibling-key-1', firstShot: true, compliance: LIVE },
    { type: 'close_up', subtype: 'close_up_part', siblingKey: 'closeup-sibling-key-1' },
  ],
  [
    'second of two shots',
    { uploadType: 'close_up_2_shot', siblingKey: 'closeup-sibling-key-1', firstShot: false },
    { type: 'close_up', subtype: 'close_up_damage', siblingKey: 'closeup-sibling-key-1' },
  ],
  ['video frame', { uploadType: 'video_frame', frameIndex: 1, timestamp: 250 }, { type: 'beauty_shot' }],
]

export async function checkCapture(checks: Checks): Promise<void> {
  await checks.journey('capture', async () => {
    const id = await createOne(checks)
    await uploadAll(checks, id)
    await runAll(checks, id)
  })
}

async function createOne(checks: Checks): Promise<string> {
  const id = await create(TASKS)
  checks.text('create: the id is a text', id)
  const { inspections, tasks, vehicles } = await read(id)
  checks.equal(
    'create: reading gives one inspection with that id',
    inspections.map((one) => one.id),
    [id],
  )
  checks.equal(
    'create: the tasks are those asked for and compliances',
    tasks.map((task) => task.name).sort(),
    ['compliances', ...TASKS].sort(),
  )
  checks.that(
    'create: no task has started',
    tasks.every((task) => task.status === 'NOT_STARTED'),
    tasks,
  )
  checks.equal('create: there is a vehicle', vehicles.length, 1)
  checks.equal('create: nothing has a price', inspections[0]?.pricing?.details ?? {}, {})
  checks.fields('create: additional data', inspections[0]?.additionalData, {
    monk_sdk_version: '4.0.23',
    damage_detection_version: 'v2',
    use_dynamic_crops: true,
  })
  return id
}

async function uploadAll(checks: Checks, inspectionId: string): Promise<void> {
  const ids: string[] = []
  for (const [name, upload, wanted] of UPLOADS) {
    const picture = createPicture()
    const { image } = await api.addImage({ ...upload, inspectionId, picture }, member)
    ids.push(image.id)
    checks.fields(`${name}:`, image, {
      inspectionId,
      width: 640,
      height: 480,
      size: picture.blob.size,
      mimetype: 'image/jpeg',
      ...wanted,
    })
    checks.that(`${name}: the path is an absolute https address`, /^https:\/\//.test(image.path), image.path)
    if (upload.compliance)
      checks.that(
        `${name}: the result of the check is in the answer`,
        ['success', 'not_compliant'].includes(image.status),
        image.status,
      )
    const thumbnail = await fetch(image.thumbnailPath)
    await thumbnail.arrayBuffer()
    checks.equal(
      `${name}: the thumbnail opens`,
      [thumbnail.status, thumbnail.headers.get('content-type')],
      [200, 'image/jpeg'],
    )
  }
  const { images } = await poll(
    () => read(inspectionId),
    (entities) => entities.images.every((image) => image.status !== 'compliance_running'),
  )
  checks.equal(
    'reading gives every image, the oldest first',
    images.map((image) => image.id),
    ids,
  )
  checks.that(
    'every compliance check comes to an end',
    images.every((image) => ['success', 'not_compliant'].includes(image.status)),
    images.map((image) => image.status),
  )
}

async function runAll(checks: Checks, inspectionId: string): Promise<void> {
  const answers = await api.startInspectionTasks({ inspectionId, names: STARTED }, member)
  const before = (await read(inspectionId)).tasks
  checks.equal(
    'each start answers the id of its task',
    answers.map((answer) => answer.id),
    STARTED.map((name) => before.find((task) => task.name === name)?.id),
  )
  const started = await poll(
    () => read(inspectionId),
    ({ tasks }) =>
      tasks.every((task) => task.status !== 'NOT_STARTED') &&
      tasks.some((task) => task.name === 'compliances' && task.status === 'DONE'),
  )
  checks.equal(
    'after the start no task is NOT_STARTED',
    started.tasks.filter((task) => task.status === 'NOT_STARTED'),
    [],
  )
  checks.equal(
    'compliances is done by the worker',
    started.tasks.find((task) => task.name === 'compliances')?.status,
    'DONE',
  )
  for (const name of TASKS) await api.updateTaskStatus({ inspectionId, name, status: 'DONE' }, manager)
  const { tasks } = await read(inspectionId)
  checks.equal(
    'in the end every task is DONE',
    tasks.filter((task) => task.status !== 'DONE'),
    [],
  )
}
