import type { Answer, Call } from '../test/calls.ts'
import { createImage, createInspection, imageForm, jpeg } from '../test/factories.ts'
import type { Service } from '../test/own-service.ts'

export type CountedRequest = {
  method: string
  path: string
  call?: Call
  /** Who holds the URL of a picture may open it: there is no caller to record. */
  isAudited?: boolean
}

/** What requests are about: an inspection that somebody has begun to look at. */
export type Example = { inspection: string; image: string; damage: string; at: string }

const HOOD = { damage_type: 'scratch', part_type: 'hood' }
const BOX = { bounding_box: { xmin: 1, ymin: 2, width: 30, height: 40 } }
const CREATE = { tasks: { damage_detection: {} }, vehicle: { plate: 'AB-123-CD' } }

async function created(service: Service, path: string, call: Call): Promise<string> {
  return answered(await service.call('POST', path, call), path).body.id
}

export function answered(answer: Answer, path: string): Answer {
  if (answer.status < 300) return answer
  throw new Error(`${path} answers ${answer.status}: ${JSON.stringify(answer.body)}`)
}

/** Two pictures and a damage that is seen on one of them. */
export async function createExample(service: Service): Promise<Example> {
  const inspection = await createInspection(service, CREATE)
  const at = `/inspections/${inspection}`
  const image = await createImage(service, inspection, { tasks: ['damage_detection'] })
  await createImage(service, inspection, { tasks: ['damage_detection'] })
  const damage = await created(service, `${at}/damages`, { json: HOOD })
  await created(service, `${at}/views`, { json: { image_id: image, damage_id: damage, ...BOX } })
  return { inspection, image, damage, at }
}

const reading = (pathOf: (example: Example) => string) => async (_service: Service, example: Example) => ({
  method: 'GET',
  path: pathOf(example),
})

const writing =
  (method: string, pathOf: (example: Example) => string, body: (example: Example) => object) =>
  async (_service: Service, example: Example) => ({
    method,
    path: pathOf(example),
    call: { json: body(example) },
  })

const opening = (pathOf: (url: string) => string) => async (service: Service, example: Example) => {
  const { body } = await service.call('GET', `${example.at}/images/${example.image}`)
  return { method: 'GET', path: pathOf(body.path), call: { as: null }, isAudited: false }
}
export const pathOfPicture = (url: string) => new URL(url).pathname.replace(/^\/v1/, '')
export const pathOfThumbnail = (url: string) =>
  `/image_resize?${new URLSearchParams({ image_url: url, width: '192', height: '108' })}`

const ofOrganization = 'ownership_filter=organization_resources'
let pictures = 1_000
let keys = 0

/** The operations that a client uses most, each on an example of its own. */
export const REQUESTS: Record<string, (service: Service, example: Example) => Promise<CountedRequest>> = {
  getInspection: reading(({ at }) => at),
  listInspections: reading(() => `/inspections?limit=20&${ofOrganization}`),
  'listInspections, verbose': reading(() => `/inspections?limit=20&verbose=1&${ofOrganization}`),
  'listInspections, search': reading(() => `/inspections?limit=20&search=ab-1&${ofOrganization}`),
  countInspections: reading(() => `/inspections/count?${ofOrganization}`),
  getTask: reading(({ at }) => `${at}/tasks/damage_detection`),
  listImages: reading(({ at }) => `${at}/images`),
  listHistory: reading(({ at }) => `${at}/history`),
  listVehicleInspections: reading(({ at }) => `${at}/vehicle/inspections`),
  getPicture: opening(pathOfPicture),
  getThumbnail: opening(pathOfThumbnail),
  createInspection: writing(
    'POST',
    () => '/inspections',
    () => CREATE,
  ),
  'createInspection, with a key': async () => ({
    method: 'POST',
    path: '/inspections',
    call: { json: CREATE, headers: { 'idempotency-key': `counts-${++keys}` } },
  }),
  updateInspection: writing(
    'PATCH',
    ({ at }) => at,
    () => ({ additional_data: { a: 1 } }),
  ),
  updateVehicle: writing(
    'PATCH',
    ({ at }) => `${at}/vehicle`,
    () => ({ brand: 'Renault' }),
  ),
  createImage: async (_service, { at }) => ({
    method: 'POST',
    path: `${at}/images`,
    call: { form: imageForm(await jpeg(++pictures), { tasks: ['damage_detection'] }) },
  }),
  updateTask: writing(
    'PATCH',
    ({ at }) => `${at}/tasks/damage_detection`,
    () => ({ status: 'TODO' }),
  ),
  createDamage: writing(
    'POST',
    ({ at }) => `${at}/damages`,
    () => HOOD,
  ),
  updateDamage: writing(
    'PATCH',
    ({ at, damage }) => `${at}/damages/${damage}`,
    () => ({ damage_type: 'dent', reason: 'r' }),
  ),
  createView: writing(
    'POST',
    ({ at }) => `${at}/views`,
    ({ image, damage }) => ({ image_id: image, damage_id: damage, ...BOX }),
  ),
  createReport: writing(
    'POST',
    ({ at }) => `${at}/pdf`,
    () => ({ language: 'en' }),
  ),
  'createReport, that is there': async (service, { at }) => {
    await service.call('POST', `${at}/pdf`, { json: { language: 'en' } })
    return { method: 'POST', path: `${at}/pdf`, call: { json: { language: 'en' } } }
  },
}
