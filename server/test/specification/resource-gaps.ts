import { type Gap, gapsOf } from './row.ts'
import { BOX, DAMAGE, DAMAGE_AREAS, TASKS } from './sent.ts'

const image = gapsOf('2 Image')

const imageGaps: Gap[] = [
  image(
    'values of rotateImageBeforeUpload',
    'string; a value of NO_ROTATION is returned on creation; other values are not known',
    'NO_ROTATION, CLOCKWISE_90, CLOCKWISE_180 and CLOCKWISE_270. The service rotates the stored picture; its width and height are those after the rotation.',
    async ({ expect, addImage, newInspection }) => {
      const id = await newInspection()
      for (const [rotation, width] of [
        ['NO_ROTATION', 320],
        ['CLOCKWISE_90', 240],
        ['CLOCKWISE_180', 320],
        ['CLOCKWISE_270', 240],
      ]) {
        const { body } = await addImage(id, { rotateImageBeforeUpload: rotation })
        expect(body.entities.images[body.result]).toMatchObject({
          rotateImageBeforeUpload: rotation,
          imageWidth: width,
        })
      }
      expect((await addImage(id, { rotateImageBeforeUpload: 'UPSIDE_DOWN' })).status).toBe(400)
    },
  ),
  image(
    'type of viewpointDetails',
    'unspecified type',
    'Any JSON. The service stores and returns it unchanged. It has no effect.',
    async ({ expect, addImage, make, newInspection }) => {
      const id = await newInspection({ tasks: { damage_detection: {} } })
      for (const viewpointDetails of ['left', 3, [1, { deep_Key: null }]])
        await addImage(id, { tasks: [{ name: 'damage_detection', imageDetails: { viewpointDetails } }] })
      const { entities, result } = await make('GET', `/inspections/${id}/tasks/damage_detection`)
      const kept = entities.tasks[result].images.map(
        (each: { details: { viewpointDetails: unknown } }) => each.details.viewpointDetails,
      )
      expect(kept).toEqual(['left', 3, [1, { deep_Key: null }]])
    },
  ),
  image(
    'values of strategy',
    null,
    'upload_multipart_form_keys with fileKey, and download_from_url with url. When you create an inspection, only download_from_url.',
    async ({ expect, ask, acquisition }) => {
      const upload = { strategy: 'upload_multipart_form_keys', fileKey: 'x' }
      const statuses = []
      for (const given of [acquisition(20), upload, { strategy: 'other' }])
        statuses.push(
          (await ask('POST', '/inspections', { json: { tasks: {}, images: [{ acquisition: given }] } }))
            .status,
        )
      expect(statuses).toEqual([201, 400, 400])
    },
  ),
  image(
    'values of imageType of an OCR task',
    null,
    'PASSPORT, ID_FR, VEHICLE_REGISTRATION_PAPERS_FR and VIN select the fields to read. The service stores any other text; it then reads only a VIN and a plate.',
    async ({ expect, addImage, make, newInspection }) => {
      const id = await newInspection({ tasks: { images_ocr: {} } })
      for (const imageType of ['VIN', 'a napkin'])
        await addImage(id, { tasks: [{ name: 'images_ocr', imageDetails: { imageType } }] })
      const { entities, result } = await make('GET', `/inspections/${id}/tasks/images_ocr`)
      const kept = entities.tasks[result].images.map((each: { details: object }) => each.details)
      expect(kept).toEqual([{ imageType: 'VIN' }, { imageType: 'a napkin' }])
    },
  ),
  image(
    'meaning of damageArea as a number or a string',
    null,
    "A number is the index of an area in the inspection's damageAreas, starting at 0; a string is its id. An unknown value is stored as an area with that id.",
    async ({ expect, addImage, newInspection }) => {
      const id = await newInspection({ tasks: {}, damageAreas: DAMAGE_AREAS })
      for (const [sent, kept] of [
        [0, DAMAGE_AREAS[0]],
        ['area-left', DAMAGE_AREAS[1]],
        ['area-other', { id: 'area-other' }],
        [9, { id: '9' }],
      ]) {
        const { body } = await addImage(id, { damageArea: sent })
        expect(body.entities.images[body.result].damageArea).toEqual(kept)
      }
    },
  ),
  image(
    'when compliances is there',
    null,
    'A read of one image always returns it, with status TODO until the check is done. Other responses leave it out until then. coverage_360 is included if the client named a sight.',
    async ({ expect, addImage, make, newInspection }) => {
      const id = await newInspection()
      const { body } = await addImage(id)
      expect(body.entities.images[body.result]).not.toHaveProperty('compliances')
      const { entities } = await make('GET', `/inspections/${id}/images/${body.result}`)
      const { image_quality_assessment, ...others } = entities.images[body.result].compliances
      expect(['TODO', 'DONE']).toContain(image_quality_assessment.status)
      expect(others).not.toHaveProperty('coverage_360')
    },
  ),
]

const vehicle = gapsOf('2 Vehicle')
const task = gapsOf('2 Task')
const enumeration = gapsOf('2 Enumerations')
const SHAPES =
  'Shapes of CreateInspectionTaskOptions, InspectionAdditionalData, CreateViewImage, ComplianceParameters and the content of scoring: not shown.'

const shapeGaps: Gap[] = [
  enumeration(
    'shape of CreateInspectionTaskOptions',
    SHAPES,
    "An object by task name. status (NOT_STARTED or TODO) and callbacks have a meaning; the service stores all other keys in the task's arguments, unchanged.",
    async ({ expect, ask, make, newInspection }) => {
      const options = { status: 'NOT_STARTED', callbacks: [], anything: { goes_Here: 1 } }
      const id = await newInspection({ tasks: { damageDetection: options } })
      const { entities, result } = await make('GET', `/inspections/${id}/tasks/damage_detection`)
      expect(entities.tasks[result].arguments).toEqual({ anything: { goes_Here: 1 } })
      const done = await ask('POST', '/inspections', { json: { tasks: { pricing: { status: 'DONE' } } } })
      expect(done.body.code).toBe('task_transition_refused')
    },
  ),
  enumeration(
    'shape of InspectionAdditionalData',
    SHAPES,
    'Any object. The service stores and returns it unchanged. Its key pdf_data contains the report data.',
    async ({ expect, ask, make, newInspection }) => {
      const additionalData = { snake_key: 1, camelKey: [{ Deep: null }] }
      const id = await newInspection({ tasks: {}, additionalData })
      await make('PATCH', `/inspections/${id}/pdf_data`, { json: { comment: 'seen' } })
      const { entities } = await make('GET', `/inspections/${id}`)
      expect(entities.inspections[id].additionalData).toEqual({
        ...additionalData,
        pdf_data: { comment: 'seen' },
      })
      expect((await ask('POST', '/inspections', { json: { tasks: {}, additionalData: 'x' } })).status).toBe(
        400,
      )
    },
  ),
  enumeration(
    'shape of CreateViewImage',
    SHAPES,
    'acquisition, and optionally name, rotateImageBeforeUpload and additionalData. The picture joins only the compliances task.',
    async ({ expect, ask, make, newInspection, acquisition }) => {
      const at = `/inspections/${await newInspection({ tasks: TASKS })}`
      const damageId = (await make('POST', `${at}/damages`, { json: DAMAGE })).result
      const newImage = { acquisition: acquisition(21), name: 'n', rotateImageBeforeUpload: 'CLOCKWISE_90' }
      const view = await make('POST', `${at}/views`, { json: { newImage, damageId, boundingBox: BOX } })
      const image = view.entities.views[view.result].imageId
      const { entities } = await make('GET', `${at}/images/${image}`)
      expect(entities.images[image]).toMatchObject({ name: 'n', imageWidth: 240, tasks: ['compliances'] })
      const empty = await ask('POST', `${at}/views`, { json: { newImage: {}, damageId, boundingBox: BOX } })
      expect(empty.body.code).toBe('view_image_missing')
    },
  ),
  enumeration(
    'shape of ComplianceParameters',
    SHAPES,
    'Any object. Its keys have no effect.',
    async ({ expect, addImage, newInspection }) => {
      const id = await newInspection()
      const compliances = { imageQualityAssessment: { strictness: 11 } }
      expect((await addImage(id, { compliances })).status).toBe(201)
      expect((await addImage(id, { compliances: { imageQualityAssessment: 'x' } })).status).toBe(400)
    },
  ),
  enumeration(
    'content of scoring',
    SHAPES,
    'Any JSON. The service stores it with the task and returns it unchanged. It has no effect.',
    async ({ expect, make, newInspection }) => {
      const scoring = { any_Key: [1, { two: 'three' }] }
      const id = await newInspection({ tasks: { damage_detection: { scoring } } })
      const { entities, result } = await make('GET', `/inspections/${id}/tasks/damage_detection`)
      expect(entities.tasks[result].scoring).toEqual(scoring)
    },
  ),
]

const valueGaps: Gap[] = [
  vehicle(
    'spelling of series and vehicleAge',
    null,
    'The service also accepts the names of the published clients, serie and vehicule_age, for the same fields.',
    async ({ expect, make, newInspection }) => {
      const id = await newInspection({ tasks: {}, vehicle: { serie: 'S', vehicule_age: '2' } })
      const { vehicles, inspections } = (await make('GET', `/inspections/${id}`)).entities
      expect(vehicles[inspections[id].vehicle]).toMatchObject({ series: 'S', vehicleAge: '2' })
    },
  ),
  task(
    'entries of a task listing with only a name',
    null,
    'None: each entry is the complete task. Only a read of the single task returns the provenance of its results.',
    async ({ expect, make, at }) => {
      const list = await make('GET', `${at}/tasks`)
      const one = await make('GET', `${at}/tasks/damage_detection`)
      expect(list.entities.tasks[one.result]).toEqual(one.entities.tasks[one.result])
    },
  ),
  task(
    'values of confidencePreExecutionStatus',
    null,
    'The statuses of a task. Today it is always NOT_STARTED, even after the task is done, because the service measures no such confidence.',
    async ({ expect, make, byStatus }) => {
      const { entities, result } = await make('GET', `/inspections/${byStatus.DONE}/tasks/compliances`)
      expect(entities.tasks[result]).toMatchObject({
        status: 'DONE',
        confidencePreExecutionStatus: 'NOT_STARTED',
      })
    },
  ),
  enumeration(
    'image_ocr or images_ocr',
    'Both spellings appear; which one the service accepts in each place is open.',
    'Both, everywhere. The task itself is named images_ocr.',
    async ({ expect, addImage, make, newInspection }) => {
      for (const name of ['image_ocr', 'images_ocr']) {
        const id = await newInspection({ tasks: { [name]: {} } })
        expect((await addImage(id, { tasks: [name] })).status).toBe(201)
        const path = `/inspections/${id}/tasks/${name}`
        const { entities, result } = await make('PATCH', path, { json: { status: 'TODO' } })
        expect(entities.tasks[result].name).toBe('images_ocr')
      }
    },
  ),
  enumeration(
    'required creation fields',
    'Which creation fields are required: not shown.',
    'An inspection needs tasks, which may be empty; an image needs acquisition; a damage needs both fields; a view needs damageId, one of imageId and newImage, and one of polygons and boundingBox.',
    async ({ expect, ask, at, imageId, damaged, acquisition }) => {
      const damageId = damaged.result
      const statusOf = async (path: string, json: object) => (await ask('POST', path, { json })).status
      expect([await statusOf('/inspections', {}), await statusOf('/inspections', { tasks: {} })]).toEqual([
        400, 201,
      ])
      expect(await statusOf(`${at}/images`, { tasks: [] })).toBe(400)
      expect(await statusOf(`${at}/images`, { acquisition: acquisition(22) })).toBe(201)
      expect(await statusOf(`${at}/damages`, { damageType: 'dent' })).toBe(400)
      expect(await statusOf(`${at}/damages`, { partType: 'hood' })).toBe(400)
      expect(await statusOf(`${at}/views`, { imageId, boundingBox: BOX })).toBe(400)
      expect(await statusOf(`${at}/views`, { damageId, boundingBox: BOX })).toBe(422)
      expect(await statusOf(`${at}/views`, { damageId, imageId })).toBe(422)
      expect(await statusOf(`${at}/views`, { damageId, imageId, boundingBox: BOX })).toBe(201)
    },
  ),
  enumeration(
    'values of PartType',
    'Allowed values of PartType (only a value of ignore appears in a sample): not shown.',
    'The parts of the published clients, including ignore. The OpenAPI document lists them; the service refuses any other value.',
    async ({ expect, ask, service, newInspection }) => {
      const path = `/inspections/${await newInspection()}/damages`
      const document = await (await fetch(`${service.url}/openapi.json`)).text()
      for (const partType of ['ignore', 'bumper_front', 'rim_back_left']) {
        const json = { damageType: 'dent', partType }
        expect((await ask('POST', path, { json })).status).toBe(201)
        expect(document).toContain(`"${partType}"`)
      }
      expect((await ask('POST', path, { json: { damageType: 'dent', partType: 'wing' } })).status).toBe(400)
    },
  ),
  enumeration(
    'other values of InspectionType',
    null,
    'Any text is kept: newer clients send others than these two.',
    async ({ expect, make, newInspection }) => {
      const id = await newInspection({ tasks: {}, inspectionType: 'fleet return' })
      const { entities } = await make('GET', `/inspections/${id}`)
      expect(entities.inspections[id].inspectionType).toBe('fleet return')
    },
  ),
]

export const resourceGaps: Gap[] = [...imageGaps, ...shapeGaps, ...valueGaps]
