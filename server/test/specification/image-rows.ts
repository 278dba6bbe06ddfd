import { type Prove, type Row, rowsOf } from './row.ts'
import { DAMAGE_AREAS, IMAGE, SIGHT, UPLOAD } from './sent.ts'
import type { World } from './world.ts'

const image = rowsOf('2 Image')
const field = (name: string, says: string, prove: Prove) => image('field', name, says, prove)

const recordOf = ({ read, imageId }: World) => read.entities.images[imageId]

const imageFields: Row[] = [
  field('Image.id', 'string', (world) => {
    world.expect(recordOf(world).id).toBe(world.imageId)
  }),
  field('Image.path', 'string', async (world) => {
    const { pathname } = new URL(recordOf(world).path)
    const answer = await fetch(`${world.service.url}${pathname}`)
    world.expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  }),
  field('Image.name', 'string', (world) => world.expect(recordOf(world).name).toBe(IMAGE.name)),
  field('Image.imageHeight', 'number', (world) => world.expect(recordOf(world).imageHeight).toBe(240)),
  field('Image.imageWidth', 'number', (world) => world.expect(recordOf(world).imageWidth).toBe(320)),
  field('Image.binarySize', 'number', async (world) => {
    const bytes = await fetch(world.acquisition(1).url.replace('pictures.example.com', '127.0.0.2'))
    world.expect(recordOf(world).binarySize).toBe((await bytes.arrayBuffer()).byteLength)
  }),
  field('Image.mimetype', 'string', (world) => world.expect(recordOf(world).mimetype).toBe('image/jpeg')),
  field(
    'Image.rotateImageBeforeUpload',
    'string; a value of NO_ROTATION is returned on creation; other values are not known',
    ({ expect, uploaded }) =>
      expect(uploaded.entities.images[uploaded.result].rotateImageBeforeUpload).toBe('NO_ROTATION'),
  ),
  field('Image.tasks', 'array; tasks applied to the image', (world) =>
    world.expect(recordOf(world).tasks).toEqual(world.expect.arrayContaining(IMAGE.tasks)),
  ),
  field(
    'Image.compliances',
    'object; returned with keys image_quality_assessment (object) and coverage_360 (object with sight_id, string)',
    ({ expect, checked }) =>
      expect(Object.keys(checked.compliances)).toEqual(
        expect.arrayContaining(['image_quality_assessment', 'coverage_360']),
      ),
  ),
  field('Image.compliances.image_quality_assessment', 'object', ({ expect, checked }) =>
    expect(checked.compliances.image_quality_assessment).toMatchObject({
      status: 'DONE',
      is_compliant: expect.any(Boolean),
    }),
  ),
  field('Image.compliances.coverage_360', 'object', ({ expect, checked }) =>
    expect(checked.compliances.coverage_360).toMatchObject({ status: 'DONE' }),
  ),
  field('Image.compliances.coverage_360.sight_id', 'string', ({ expect, checked }) =>
    expect(checked.compliances.coverage_360.sight_id).toBe(SIGHT),
  ),
  field('Image.inspection', 'object', (world) =>
    world.expect(recordOf(world).inspection).toEqual({ id: world.id }),
  ),
]

const createFields: Row[] = [
  field('CreateImage.name', 'string', ({ expect, uploaded }) =>
    expect(uploaded.entities.images[uploaded.result].name).toBe(UPLOAD.name),
  ),
  field(
    'CreateImage.acquisition',
    'ImageAcquisition',
    async ({ expect, ask, newInspection, acquisition }) => {
      const path = `/inspections/${await newInspection()}/images`
      expect((await ask('POST', path, { json: { acquisition: acquisition(3) } })).status).toBe(201)
      expect((await ask('POST', path, { json: { name: 'no picture' } })).status).toBe(400)
    },
  ),
  field('CreateImage.tasks', 'array of CreateImageTask', ({ expect, uploaded }) =>
    expect(uploaded.entities.images[uploaded.result].tasks).toEqual(
      expect.arrayContaining(['wheel_analysis', 'images_ocr', 'damage_detection']),
    ),
  ),
  field(
    'CreateImage.damageArea',
    'number, string or DamageArea',
    async ({ expect, addImage, newInspection }) => {
      const id = await newInspection({ tasks: {}, damageAreas: DAMAGE_AREAS })
      const own = { id: 'area-own', relevantElements: ['roof'] }
      for (const [sent, stored] of [
        [1, DAMAGE_AREAS[1]],
        ['area-front', DAMAGE_AREAS[0]],
        [own, own],
      ]) {
        const { body } = await addImage(id, { damageArea: sent })
        expect(body.entities.images[body.result].damageArea).toEqual(stored)
      }
    },
  ),
  field('CreateImage.additionalData', 'object', (world) =>
    world.expect(recordOf(world).additionalData).toEqual(IMAGE.additionalData),
  ),
  field('CreateImage.compliances', 'Compliance', async ({ expect, checked, ask, at, acquisition }) => {
    expect(checked.compliances.coverage_360.sight_id).toBe(IMAGE.compliances.coverage360.sightId)
    const wrong = { acquisition: acquisition(4), compliances: 'all' }
    expect((await ask('POST', `${at}/images`, { json: wrong })).status).toBe(400)
  }),
  field('ImageAcquisition.strategy', 'string', async ({ expect, ask, at, acquisition }) => {
    const json = { acquisition: { ...acquisition(5), strategy: 'by_post' } }
    expect(await ask('POST', `${at}/images`, { json })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'acquisition.strategy' }] },
    })
    expect((await ask('POST', `${at}/images`, { json: { acquisition: acquisition(5) } })).status).toBe(201)
  }),
  field('ImageAcquisition.fileKey', 'string', async ({ expect, uploaded, addImage, id }) => {
    // The world uploads its picture in a part named papers.jpg.
    expect(uploaded.entities.images[uploaded.result].binarySize).toBeGreaterThan(0)
    const strategy = 'upload_multipart_form_keys'
    const wrong = await addImage(id, { acquisition: { strategy, fileKey: 'another part' } })
    expect([wrong.status, wrong.body.code]).toEqual([422, 'image_file_missing'])
  }),
  field('ImageAcquisition.url', 'string', async ({ expect, ask, at, acquisition }) => {
    const url = acquisition(6).url.replace('6.jpg', 'nothing')
    const json = { acquisition: { strategy: 'download_from_url', url } }
    expect((await ask('POST', `${at}/images`, { json })).body.code).toBe('image_download_failed')
    expect((await ask('POST', `${at}/images`, { json: { acquisition: acquisition(6) } })).status).toBe(201)
  }),
]

const NAMES = ['damage_detection', 'wheel_analysis', 'repair_estimate', 'image_ocr']

const plainTasks = NAMES.map((name) =>
  image('enum', `NoParametersImageTaskName ${name}`, name, async ({ expect, addImage, newInspection }) => {
    const id = await newInspection({ tasks: { [name]: {} } })
    const { status, body } = await addImage(id, { tasks: [name] })
    const stored = name === 'image_ocr' ? 'images_ocr' : name
    expect([status, body.entities.images[body.result].tasks]).toEqual([201, expect.arrayContaining([stored])])
    expect((await addImage(id, { tasks: [`${name}_x`] })).body.code).toBe('task_unknown')
  }),
)

/** The details of a picture are read back from the task it is for. */
const taskRows = (
  variant: string,
  task: string,
  details: Record<string, [says: string, sent: unknown]>,
): Row[] => [
  field(`${variant}.name`, 'string', ({ expect, uploaded }) =>
    expect(uploaded.entities.images[uploaded.result].tasks).toContain(task),
  ),
  ...Object.entries(details).map(([name, [says, sent]]) =>
    field(`${variant}.imageDetails.${name}`, says, async ({ expect, make, at, uploaded }) => {
      const { entities, result } = await make('GET', `${at}/tasks/${task}`)
      const images: { imageId: string; details?: Record<string, unknown> }[] = entities.tasks[result].images
      expect(images.find((each) => each.imageId === uploaded.result)?.details?.[name]).toEqual(sent)
    }),
  ),
]

const definedRows: Row[] = [
  field('DamageArea.id', 'string', ({ expect, read, id }) =>
    expect(read.entities.inspections[id].damageAreas[0].id).toBe('area-front'),
  ),
  field('DamageArea.relevantElements', 'array of string', ({ expect, read, id }) =>
    expect(read.entities.inspections[id].damageAreas[0].relevantElements).toEqual(
      DAMAGE_AREAS[0]?.relevantElements,
    ),
  ),
  field(
    'Compliance.imageQualityAssessment',
    'ComplianceParameters',
    async ({ expect, checked, ask, at, acquisition }) => {
      expect(checked.compliances.image_quality_assessment.status).toBe('DONE')
      const json = { acquisition: acquisition(12), compliances: { imageQualityAssessment: 'strict' } }
      expect((await ask('POST', `${at}/images`, { json })).status).toBe(400)
    },
  ),
  field(
    'Compliance.coverage360',
    'Coverage360Parameters',
    async ({ expect, checked, make, at, uploaded, waitFor }) => {
      expect(checked.compliances).toHaveProperty('coverage_360')
      // It was not asked for with the other picture.
      const other = await waitFor('the other check', async () => {
        const { entities } = await make('GET', `${at}/images/${uploaded.result}`)
        const { compliances } = entities.images[uploaded.result]
        return compliances.image_quality_assessment.status === 'DONE' && compliances
      })
      expect(other).not.toHaveProperty('coverage_360')
    },
  ),
  field('Compliance.coverage360.sightId', 'string', ({ expect, checked }) =>
    expect(checked.compliances.coverage_360.parameters.sight_id).toBe(SIGHT),
  ),
]

export const imageRows: Row[] = [
  ...imageFields,
  ...createFields,
  ...plainTasks,
  ...taskRows('wheel task', 'wheel_analysis', { wheelName: ['string', 'wheel_front_left'] }),
  ...taskRows('OCR task', 'images_ocr', {
    imageType: ['string', 'VIN'],
    documentId: ['number', 12],
    locationDetails: ['string', 'windshield'],
  }),
  ...taskRows('damage task', 'damage_detection', {
    viewpointName: ['string', 'front_left'],
    viewpointDetails: ['unspecified type', UPLOAD.tasks[2]?.imageDetails.viewpointDetails],
  }),
  ...definedRows,
]
