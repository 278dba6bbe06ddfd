import {
  type Document,
  type Operation,
  operationsOf,
  type Schema,
} from '../src/core/contracts/openapi-document.ts'

/** Operations that take no id of anything, each with the reason. */
const WITHOUT_IDS: Record<string, string> = {
  createWebhookEndpoint: 'takes an address, and makes an endpoint of the own organization',
  listWebhookEndpoints: 'lists those of the organization; there are few, so it has no pages',
  getCallbackSecret: 'there is one for each organization, and it has no id',
  rotateCallbackSecret: 'there is one for each organization, and it has no id',
  listAuditEntries: 'its cursors are places, which every organization has; it shows those of the own',
  listAuditCheckpoints: 'its cursors are places, which every organization has; it shows those of the own',
  getQuotas: 'there is one for each organization, and it has no id',
  updateQuotas: 'there is one for each organization, and it has no id',
  getRetention: 'they are of the organization, and have no id',
  updateRetention: 'they are of the organization, and have no id',
  previewRetention: 'it is of the organization, and has no id',
  getComparisonSettings: 'they are of the organization, and have no id',
  updateComparisonSettings: 'they are of the organization, and have no id',
  getObjectionSettings: 'they are of the organization, and have no id',
  updateObjectionSettings: 'they are of the organization, and have no id',
  getPictureSettings: 'they are of the organization, and have no id',
  updatePictureSettings: 'they are of the organization, and have no id',
  exportVehicle: 'takes a VIN or plate; a test of its own shows that no inspection of others is in it',
  streamEvents: 'tells what the caller would list; a test of its own shows that nothing else is told',
  countInspections: 'counts what the caller sees and names nothing',
  createCaptureProfile: 'makes a profile of the own organization',
  listCaptureProfiles: 'lists those of the organization; there are few, so it has no pages',
  createCaptureSession: 'takes the secret of a link, which nobody can guess or exchange',
  getPicture: 'its address is signed as a whole: no part of it can be exchanged',
  getThumbnail: 'takes the address of a picture, which is signed as a whole',
  getRenderedOutput: 'its address is signed as a whole: no part of it can be exchanged',
  verifyReport: 'for whoever holds the paper, of any organization; answers only what stands on it',
  getReportFile: 'its address is signed as a whole: no part of it can be exchanged',
}

const SIGHT = "the client's own name of a place around the vehicle; stored and returned"
const POSITION = 'a place in the order of all events; only events that the caller may hear of come after it'
const AREA = "the client's own name of an area; stored with its image or inspection and returned"

/** Fields that are named like ids and are looked up nowhere, each with the reason. */
const NOT_LOOKED_UP: Record<string, string> = {
  'listAuditEntries inspection_id':
    'compared only; entries outlive their inspection, and are those of the own organization',
  'createInspection body.images.compliances.coverage_360.sight_id': SIGHT,
  'createInspection body.images.damage_area.id': AREA,
  'createInspection body.damage_areas.id': AREA,
  'createImage body.compliances.coverage_360.sight_id': SIGHT,
  'createImage body.damage_area.id': AREA,
  'updateDamageArea body.id': AREA,
  'streamEvents last_event_id': POSITION,
  'streamInspectionEvents last_event_id': POSITION,
  'getPicture key_id': 'part of the signed address',
  'getPicture org_id': 'part of the signed address',
  'getPicture image_id': 'part of the signed address',
  'getRenderedOutput key_id': 'part of the signed address',
  'getRenderedOutput org_id': 'part of the signed address',
  'getRenderedOutput rendered_output_id': 'part of the signed address',
  'getReportFile key_id': 'part of the signed address',
  'getReportFile org_id': 'part of the signed address',
  'verifyReport report_id': 'printed on the report, and answers only what stands there',
  'getReportFile report_id': 'part of the signed address',
}

type Field = { name: string; resource: string | undefined }

/**
 * What an operation does not say about the ids it takes. From what it says the cases of `pnpm prove tenants` are
 * made: an id that is not declared is attacked by nobody.
 */
export function findUnbound(document: Document): string[] {
  const used = new Set<string>()
  const except = (exceptions: Record<string, string>, name: string): boolean => {
    used.add(name)
    return name in exceptions
  }
  const found = operationsOf(document).flatMap(({ operation }) => {
    const id = operation.operationId
    const fields = fieldsOf(document, operation)
    const unbound = fields
      .filter(({ name, resource }) => /(^|[._])ids?$/.test(name) && !resource)
      .filter(({ name }) => !except(NOT_LOOKED_UP, `${id} ${name}`))
      .map(({ name }) => `${id} ${name} does not say what it is an id of`)
    if (fields.some(({ resource }) => resource) || except(WITHOUT_IDS, id)) return unbound
    return [...unbound, `${id} declares no id of anything`]
  })
  const stale = Object.keys({ ...WITHOUT_IDS, ...NOT_LOOKED_UP }).filter((name) => !used.has(name))
  return [...new Set(found), ...stale.map((name) => `${name} is an exception that nothing needs`)]
}

function fieldsOf(document: Document, { parameters = [], requestBody }: Operation): Field[] {
  const asked = parameters
    .filter((parameter) => parameter.in !== 'header')
    .map(({ name, schema }): Field => ({ name, resource: schema['x-resource'] }))
  const bodies = Object.entries(requestBody?.content ?? {}).map(([type, { schema = {} }]) =>
    // Beside the file, a form has one part, which holds the JSON.
    type === 'multipart/form-data' ? (schema.properties?.json ?? schema) : schema,
  )
  return [...asked, ...bodies.flatMap((schema) => inside(document, schema, 'body'))]
}

/** A list of ids declares them in its items. */
function inside(document: Document, given: Schema, name: string, seen: Schema[] = []): Field[] {
  const schema = document.components.schemas[given.$ref?.split('/').at(-1) ?? ''] ?? given
  if (seen.includes(schema)) return []
  const more = [...seen, schema]
  const forms = [schema.items, ...(schema.anyOf ?? [])].filter((form) => form !== undefined)
  const alike = forms.flatMap((form) => inside(document, form, name, more))
  const resource = schema['x-resource'] ?? alike.find((field) => field.name === name)?.resource
  const deeper = Object.entries(schema.properties ?? {}).flatMap(([key, value]) =>
    inside(document, value, `${name}.${key}`, more),
  )
  const free = typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : []
  const values = free.flatMap((value) => inside(document, value, `${name}.*`, more))
  return [{ name, resource }, ...alike.filter((field) => field.name !== name), ...deeper, ...values]
}
