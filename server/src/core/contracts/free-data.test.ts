import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openapiDocument } from '../../../generate/openapi.ts'
import type { Answer } from '../../../test/calls.ts'
import { createImage, createInspection, imageForm, jpeg } from '../../../test/factories.ts'
import { type Service, startOwnService } from '../../../test/own-service.ts'

type Schema = {
  type?: string
  properties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  items?: Schema
  anyOf?: Schema[]
  maxItems?: number
  maxLength?: number
  enum?: unknown[]
  pattern?: string
  $ref?: string
}
type Operation = {
  operationId: string
  requestBody?: { content: Record<string, { schema: Schema } | undefined> }
}

const document = JSON.parse(await openapiDocument()) as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

/** Every place of a body at which a client may send as much as it likes, by the words of the schema alone. */
function openPlaces(schema: Schema, at: string): string[] {
  if (schema.$ref)
    return openPlaces(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, at)
  const { type, properties = {}, additionalProperties: others = true, items, anyOf = [] } = schema
  const own =
    (type === 'object' && others !== false) ||
    (type === 'array' && schema.maxItems === undefined) ||
    (type === 'string' && schema.maxLength === undefined && !schema.enum && !schema.pattern)
  return [
    ...(own ? [at] : []),
    ...Object.entries(properties).flatMap(([name, inner]) => openPlaces(inner, `${at}.${name}`)),
    ...(typeof others === 'object' ? openPlaces(others, `${at}.*`) : []),
    ...(items ? openPlaces(items, `${at}[]`) : []),
    ...anyOf.flatMap((inner) => openPlaces(inner, at)),
  ]
}

const places = Object.values(document.paths)
  .flatMap((path) => Object.values(path))
  .flatMap(({ operationId, requestBody }) => {
    const schema = requestBody?.content['application/json']?.schema
    return schema ? openPlaces(schema, operationId) : []
  })

const LIMIT = 2_048
const note = { note: 'x'.repeat(LIMIT) }
/** Long, with every text within its own limit. */
const elements = Array.from({ length: 100 }, (_, n) => `${n}`.repeat(20))

let service: Service
beforeAll(async () => {
  service = await startOwnService({ settings: { FREE_DATA_BYTES_MAX: String(LIMIT) } })
})
afterAll(() => service.stop())

const create = (body: object) => () => service.call('POST', '/inspections', { json: { tasks: {}, ...body } })
const callback = (fields: object) =>
  create({ tasks: { compliances: { callbacks: [{ url: 'https://hooks.invalid/a', ...fields }] } } })
const change = (path: string, json: object) => async () =>
  service.call('PATCH', `/inspections/${await createInspection(service)}${path}`, { json })
const upload = (fields: object) => async () => {
  const form = imageForm(await jpeg(1), fields)
  return service.call('POST', `/inspections/${await createInspection(service)}/images`, { form })
}
const ofImage = (json: object) => async () => {
  const id = await createInspection(service)
  return service.call('PATCH', `/inspections/${id}/images/${await createImage(service, id)}`, { json })
}
const view = (new_image: object) => async () => {
  const id = await createInspection(service)
  const { body } = await service.call('POST', `/inspections/${id}/damages`, {
    json: { damage_type: 'dent', part_type: 'hood' },
  })
  const acquisition = { strategy: 'upload_multipart_form_keys', file_key: 'image' }
  const form = imageForm(await jpeg(2), {
    acquisition: undefined,
    damage_id: body.id,
    bounding_box: { xmin: 1, ymin: 1, width: 9, height: 9 },
    new_image: { acquisition, ...new_image },
  })
  return service.call('POST', `/inspections/${id}/views`, { form })
}

const STEPS = [{ step: 'around_000' }]
const profile = (fields: object) => () =>
  service.call('POST', '/capture_profiles', { json: { name: 'Front', steps: STEPS, ...fields } })
const ofProfile = (json: object) => async () => {
  const { body } = await profile({})()
  return service.call('PATCH', `/capture_profiles/${body.id}`, { json })
}
const consent = { en: note.note }
const vehicle_types = { suv: Array(60).fill({ step: 'around_000', is_required: true, must_pass: true }) }

/** Pictures of a new inspection are downloaded, and stored as those of createImage are. */
const AS_CREATE_IMAGE = 'stored by insertImage, as for createImage'
const DROPPED = 'a callback is four fields; others are not stored'

const TOO_MUCH: Record<string, (() => Promise<Answer>) | typeof AS_CREATE_IMAGE | typeof DROPPED> = {
  'createInspection.tasks': create({
    tasks: Object.fromEntries(Array.from({ length: 99 }, (_, n) => [`t${n}`, {}])),
  }),
  'createInspection.tasks.*': create({ tasks: { compliances: note } }),
  'createInspection.tasks.*.callbacks': create({
    tasks: { compliances: { callbacks: Array(99).fill({ url: 'https://hooks.invalid/a' }) } },
  }),
  'createInspection.tasks.*.callbacks[]': DROPPED,
  'createInspection.tasks.*.callbacks[].headers': callback({ headers: note }),
  'createInspection.tasks.*.callbacks[].params': callback({ params: { note: 'x'.repeat(9_000) } }),
  'createInspection.vehicle.owner_info': create({ vehicle: { owner_info: note } }),
  'createInspection.vehicle.additional_data': create({ vehicle: { additional_data: note } }),
  'createInspection.images[].tasks[].image_details': AS_CREATE_IMAGE,
  'createInspection.images[].compliances.image_quality_assessment': AS_CREATE_IMAGE,
  'createInspection.images[].compliances.zoom_level': AS_CREATE_IMAGE,
  'createInspection.images[].additional_data': AS_CREATE_IMAGE,
  'createInspection.damage_severity': create({ damage_severity: note }),
  'createInspection.pricing': create({ pricing: note }),
  'createInspection.additional_data': create({ additional_data: note }),
  'updateInspection.additional_data': change('', { additional_data: note }),
  'updateTask.arguments': change('/tasks/compliances', { arguments: note }),
  'updateVehicle.owner_info': change('/vehicle', { owner_info: note }),
  'updateVehicle.additional_data': change('/vehicle', { additional_data: note }),
  'createImage.tasks[].image_details': upload({ tasks: [{ name: 'compliances', image_details: note }] }),
  'createImage.compliances.image_quality_assessment': upload({
    compliances: { image_quality_assessment: note },
  }),
  'createImage.compliances.zoom_level': upload({ compliances: { zoom_level: note } }),
  'createImage.additional_data': upload({ additional_data: note }),
  'updateImage.additional_data': ofImage({ additional_data: note }),
  'createView.new_image.additional_data': view({ additional_data: note }),
  'createCaptureProfile.consent': profile({ consent }),
  'createCaptureProfile.vehicle_types': profile({ vehicle_types }),
  'updateCaptureProfile.consent': ofProfile({ consent }),
  'updateCaptureProfile.vehicle_types': ofProfile({ vehicle_types }),
}

/** Closed by their schemas, and yet together larger than what is meant to be stored with one thing. */
const LARGE_LISTS: Record<string, () => Promise<Answer>> = {
  'createInspection.damage_areas': create({ damage_areas: [{ relevant_elements: elements }] }),
  'createImage.detailed_viewpoint': upload({ detailed_viewpoint: { centers_on: elements } }),
  'createImage.damage_area': upload({ damage_area: { relevant_elements: elements } }),
  'createInspection.tasks.*.callbacks[].params': callback({
    params: Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`p${n}`, []])),
  }),
}

describe('open places of request bodies', () => {
  it('have a row in this test that sends too much', () => {
    expect([...new Set(places)].sort()).toEqual(Object.keys(TOO_MUCH).sort())
  })

  it.each(Object.keys(TOO_MUCH))('%s: too much is refused', async (place) => {
    const send = TOO_MUCH[place]
    if (typeof send !== 'function') return
    const { status, body } = await send()
    expect([400, 413, 422]).toContain(status)
    expect(['data_too_large', 'request_invalid', 'task_unknown']).toContain(body.code)
  })

  it.each(Object.keys(LARGE_LISTS))('413 for a long list in %s', async (place) => {
    expect(await LARGE_LISTS[place]?.()).toMatchObject({
      status: 413,
      body: { code: 'data_too_large', limit_bytes: LIMIT },
    })
  })
})
