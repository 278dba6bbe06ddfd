import { type Checks, poll } from '../checks.ts'
import { createPicture, sizeOfJpeg } from '../pictures.ts'
import { api, create, type Image, member, read, type Upload } from './client.ts'
import { TASKS } from './create.ts'

const FRONT = 'fesc20-H1dfdfvH'
const SIDE = 'fesc20-WIQsf_gX'
const WHEEL = 'all-9cw4tn4s'
const LIVE = { enableCompliance: true, useLiveCompliance: true }

type Variant = {
  name: string
  upload: Omit<Upload, 'inspectionId' | 'picture'>
  wanted: Record<string, unknown>
  label: string
  tasks: string[]
}

const VARIANTS: Variant[] = [
  {
    name: 'beauty shot with live compliance',
    upload: { uploadType: 'beauty_shot', sightId: FRONT, tasks: ['damage_detection'], compliance: LIVE },
    wanted: { type: 'beauty_shot', sightId: FRONT },
    label: 'Front Low',
    tasks: ['compliances', 'damage_detection'],
  },
  {
    name: 'beauty shot for every task',
    upload: { uploadType: 'beauty_shot', sightId: SIDE, tasks: TASKS.filter((name) => name !== 'pricing') },
    wanted: { type: 'beauty_shot', sightId: SIDE },
    label: 'Front Lateral Low Left',
    tasks: ['compliances', ...TASKS.filter((name) => name !== 'pricing')].sort(),
  },
  {
    name: 'beauty shot of a wheel',
    upload: { uploadType: 'beauty_shot', sightId: WHEEL, tasks: ['wheel_analysis'] },
    wanted: { type: 'beauty_shot', sightId: WHEEL },
    label: 'Front left tire',
    tasks: ['compliances', 'wheel_analysis'],
  },
  {
    name: 'first of two shots',
    upload: {
      uploadType: 'close_up_2_shot',
      siblingKey: 'closeup-sibling-key-1',
      firstShot: true,
      compliance: LIVE,
    },
    wanted: { type: 'close_up', subtype: 'close_up_part', siblingKey: 'closeup-sibling-key-1' },
    label: 'Close Up (part)',
    tasks: ['compliances', 'damage_detection'],
  },
  {
    name: 'second of two shots',
    upload: { uploadType: 'close_up_2_shot', siblingKey: 'closeup-sibling-key-1', firstShot: false },
    wanted: { type: 'close_up', subtype: 'close_up_damage', siblingKey: 'closeup-sibling-key-1' },
    label: 'Close Up (damage)',
    tasks: ['compliances', 'damage_detection'],
  },
  {
    name: 'close up of chosen parts',
    upload: { uploadType: 'part_select_shot', vehicleParts: ['bumper_back', 'hood'] },
    wanted: { type: 'close_up' },
    label: 'Close Up on Rear Bumper, Hood',
    tasks: ['compliances', 'damage_detection'],
  },
  {
    name: 'video frame',
    upload: { uploadType: 'video_frame', frameIndex: 3, timestamp: 250, alpha: 120 },
    wanted: { type: 'beauty_shot' },
    label: 'Video Frame 3',
    tasks: ['damage_detection'],
  },
  {
    name: 'manual photo of a video',
    upload: { uploadType: 'video_manual_photo' },
    wanted: { type: 'beauty_shot' },
    label: 'Video Manual Photo',
    tasks: ['damage_detection'],
  },
]

export async function checkUploads(checks: Checks): Promise<void> {
  const uploaded = new Map<string, Image>()
  await checks.journey('upload', async () => {
    const id = await create(TASKS)
    for (const variant of VARIANTS) uploaded.set(variant.name, await uploadVariant(checks, id, variant))
    await readBack(checks, id, uploaded)
  })
  for (const name of ['beauty shot with live compliance', 'close up of chosen parts'])
    await checks.journey(`open ${name}`, () => openImage(checks, uploaded.get(name)))
  await checks.journey('refuse an upload', () => refuseUpload(checks))
}

async function uploadVariant(checks: Checks, inspectionId: string, variant: Variant): Promise<Image> {
  const { name, upload, wanted, label } = variant
  const picture = createPicture()
  const startedMs = performance.now()
  const { image } = await api.addImage({ ...upload, inspectionId, picture }, member)
  const tookMs = performance.now() - startedMs
  checks.text(`${name}: id`, image.id)
  checks.fields(`${name}:`, image, {
    inspectionId,
    width: picture.width,
    height: picture.height,
    size: picture.blob.size,
    mimetype: 'image/jpeg',
    ...wanted,
  })
  checks.that(`${name}: the path is an absolute https address`, /^https:\/\//.test(image.path), image.path)
  checks.equal(`${name}: the label comes back`, image.label?.en, label)
  checks.that(`${name}: the time of capture comes back`, Number.isFinite(image.createdAt), image.createdAt)
  if (upload.compliance) {
    checks.that(
      `${name}: the result of the check is in the answer`,
      ['success', 'not_compliant'].includes(image.status),
      image.status,
    )
    checks.took(`${name}: answered before the app warns its user`, tookMs, 15_000)
  }
  return image
}

async function readBack(checks: Checks, id: string, uploaded: Map<string, Image>): Promise<void> {
  const entities = await poll(
    () => read(id),
    ({ images }) => images.every((image) => image.status !== 'compliance_running'),
  )
  const { images, inspections, tasks } = entities
  const wanted = [...uploaded.values()].map((image) => image.id)
  checks.equal(
    'reading gives every image, the oldest first',
    images.map((image) => image.id),
    wanted,
  )
  checks.equal('the inspection names its images by id', inspections[0]?.images, wanted)
  for (const { name, tasks: names, wanted: fields } of VARIANTS) {
    const image = images.find((one) => one.id === uploaded.get(name)?.id)
    checks.that(
      `${name}: the compliance check comes to an end`,
      ['success', 'not_compliant'].includes(image?.status ?? ''),
      image?.status,
    )
    checks.equal(
      `${name}: reading gives what the upload gave`,
      Object.fromEntries(Object.keys(fields).map((key) => [key, Object(image)[key]])),
      fields,
    )
    const shown = tasks.filter((task) => task.images.includes(image?.id ?? ''))
    checks.equal(
      `${name}: belongs to its tasks`,
      shown
        .map((task) => task.name)
        .filter((task) => task !== 'compliances')
        .sort(),
      names.filter((task) => task !== 'compliances'),
    )
  }
  const part = images.find((one) => one.id === uploaded.get('close up of chosen parts')?.id)
  checks.equal('close up of chosen parts: the parts come back', part?.detailedViewpoint?.centersOn, [
    'bumper_back',
    'hood',
  ])
  const frame = images.find((one) => one.id === uploaded.get('video frame')?.id)
  checks.fields('video frame: additional data', frame?.additionalData, {
    frame_index: 3,
    timestamp: 250,
    alpha: 120,
  })

  const off = await api.getInspection({ id, compliance: { enableCompliance: false } }, member)
  checks.that(
    'without compliance every image is a success',
    off.entities.images.every((image) => image.status === 'success'),
  )
}

/** What the gallery does with an image: a thumbnail and the picture itself, in a page of another origin and without a token. */
async function openImage(checks: Checks, image: Image | undefined): Promise<void> {
  const headers = { origin: 'https://app.example' }
  for (const [name, url, wanted] of [
    ['picture', image?.path, { width: 640, height: 480 }],
    ['thumbnail', image?.thumbnailPath, { width: 64, height: 48 }],
  ] as const) {
    const answer = await fetch(url ?? '', { headers })
    const bytes = Buffer.from(await answer.arrayBuffer())
    checks.equal(
      `${name}: status and type`,
      [answer.status, answer.headers.get('content-type')],
      [200, 'image/jpeg'],
    )
    checks.equal(`${name}: any page may read it`, answer.headers.get('access-control-allow-origin'), '*')
    checks.equal(`${name}: size`, sizeOfJpeg(bytes), wanted)
  }
}

async function refuseUpload(checks: Checks): Promise<void> {
  const inspectionId = await create(['damage_detection'])
  const picture = createPicture()
  const thrown = await checks.refused(
    'a task the inspection was made without is refused',
    { name: 'HTTPError', status: 422 },
    () =>
      api.addImage(
        { uploadType: 'beauty_shot', inspectionId, picture, sightId: SIDE, tasks: ['dashboard_ocr'] },
        member,
      ),
  )
  checks.text('and the refusal says why', Object(thrown?.body).message)
  const broken = { ...picture, blob: new Blob(['not a picture'], { type: 'image/jpeg' }) }
  await checks.refused('bytes that are no picture are refused', { name: 'HTTPError', status: 415 }, () =>
    api.addImage({ uploadType: 'video_manual_photo', inspectionId, picture: broken }, member),
  )
  checks.equal('and leave no image', (await read(inspectionId)).images, [])
}
