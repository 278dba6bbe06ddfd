import { randomBytes } from 'node:crypto'
import {
  type Answer,
  type Ask,
  type Body,
  type Http,
  imageJson,
  jsonBody,
  multipartBody,
} from '../../testing/http.ts'
import type { LinkHolder } from './link-holder.ts'
import { type Operation, type Resource, type Slot, sampleOf, setAt } from './operations.ts'

export type Ids = Record<Resource, string>

/** How an operation is asked beside its ids: plainly, for all it can show, or with conditions in the headers. */
export type Manner = 'plain' | 'wide' | 'conditional'

export type Fill = {
  ids: Ids
  /** The slot under test and what goes into it; all others take `ids`. */
  slot?: Slot
  value?: string
  manner?: Manner
  /** Changes the JSON of the body once the ids are in it. */
  change?: (json: unknown) => unknown
}

/** Its name leads nowhere, so that nothing is ever sent from here. */
export const HOOK_URL = 'https://hooks.invalid/walkaround'
const BOX = { xmin: 1, ymin: 2, width: 30, height: 40 }
const ALL_STATUSES = ['NOT_STARTED', 'TODO', 'IN_PROGRESS', 'DONE', 'ERROR', 'VALIDATED']

/** What an operation is asked when it is really meant; the schema's least would change nothing. */
const BODIES: Record<string, unknown> = {
  createInspection: { tasks: { compliances: {} }, vehicle: { vin: 'V' } },
  updateInspection: { additional_data: { asked: 1 } },
  updatePdfData: { comment: 'asked' },
  updateTask: { status: 'TODO' },
  updateVehicle: { vin: 'V' },
  createImage: { acquisition: { strategy: 'download_from_url', url: 'https://pictures.invalid/a.jpg' } },
  'createImage multipart': imageJson([]),
  updateImage: { additional_data: { asked: 1 } },
  deleteImage: { authorized_tasks_statuses: ALL_STATUSES },
  deleteImages: { image_ids: [], authorized_tasks_statuses: ALL_STATUSES },
  updateDamageArea: { relevant_elements: ['front'] },
  createDamage: { damage_type: 'scratch', part_type: 'hood' },
  updateDamage: { damage_type: 'dent', part_type: 'grill', damage_size_cm: 4.5, is_confirmed: true },
  createView: { image_id: '', damage_id: '', bounding_box: BOX },
  'createView multipart': { damage_id: '', new_image: imageJson([]), bounding_box: BOX },
  updateView: { bounding_box: { xmin: 5, ymin: 6, width: 7, height: 8 } },
  createPricing: { pricing: 12.5, related_item_type: 'part', part_type: 'hood' },
  createEstimate: {},
  createStreamTicket: { inspection_id: '' },
  createSeverity: { label: 'hood', level: 2, pricing: 10 },
  updateSeverity: { pricing: 5 },
  createReport: { pricing: true, client_name: 'asked' },
  createWebhookEndpoint: { url: HOOK_URL, description: 'asked' },
  updateWebhookEndpoint: { description: 'asked', is_enabled: false },
  replayWebhookDeliveries: { since: '2020-01-01T00:00:00Z', until: '2020-01-02T00:00:00Z' },
  createComparison: { earlier_inspection_id: '', later_inspection_id: '' },
  updateComparisonPlace: { verdict: 'new', note: 'asked' },
  createComparisonReport: { language: 'de' },
  updateComparisonSettings: { compares_returns: true },
  'createReport multipart': { pdf_post_strategy: 'upload' },
  // It ends today, as no other time of a new link does.
  createCaptureLink: { profile_id: '', expires_in_s: 3_600 },
  createReusableCaptureLink: {
    profile_id: '',
    expires_in_s: 3_600,
    inspection: { tasks: ['damage_detection'] },
  },
  createCapturePicture: { step: 'around_000' },
  'createCapturePicture multipart': { step: 'around_000' },
  updateCaptureReading: { value: 'AB-123-CD' },
  createCaptureProfile: { name: 'asked', steps: [{ step: 'around_000' }] },
  updateCaptureProfile: { damages_max: 3 },
  createErasure: { reason: 'request' },
  createObjectionLink: { expires_in_s: 3_600 },
  createObjectionDecision: { decision: 'upheld', reason: 'asked' },
  updateObjectionSettings: { answer_days: 30 },
  updatePictureSettings: { keeps_own_plate: false },
  openOriginal: { reason: 'asked' },
  holdInspection: { reason: 'asked' },
  updateRetention: { inspections_days: 3_650 },
}

/** Forms of operations that can only be refused here: one fetches from the internet, the other brings no picture. */
export const NEEDS_INTERNET = new Set(['createImage', 'createCapturePicture'])

/** Operations that take no id, but a vehicle; `runExports` asks for them. */
export const ASKED_BY_VEHICLE = new Set(['exportVehicle'])

/** Things an operation needs beside those whose ids it takes. */
export const NEEDS: Record<string, readonly (Resource | 'report' | 'estimate' | 'deleted' | 'analyzed')[]> = {
  updateTask: ['image'],
  replayTask: ['replay'],
  // A replay is of a task that is done.
  validateInspection: ['replay'],
  createTaskRun: ['replay'],
  getReport: ['report'],
  getEstimate: ['estimate'],
  createComparison: ['analyzed'],
  listComparisonHistory: ['comparison'],
  restoreDamage: ['deleted'],
  restoreView: ['deleted'],
  restorePricing: ['deleted'],
  getCapture: ['capture_link'],
  createCapturePicture: ['capture_link'],
  updateCaptureReading: ['capture_link', 'image'],
  finishCapture: ['capture_link'],
}

/** Operations that take one of several ids, and must have one. */
const NEEDS_ONE_ID = new Set(['createErasure', 'createObjectionLink'])

/** What an operation is asked for: in each of its slots, and without any where that means something. */
export function slotsToFill({ id, slots }: Operation): (Slot | undefined)[] {
  const besides = slots.filter((slot) => slot.in !== 'path')
  return NEEDS_ONE_ID.has(id) ? besides : [undefined, ...besides]
}

const OTHER_PARAMETERS: Record<string, string> = { task_name: 'compliances', step: 'plate' }
const FILES: Record<string, string> = { createReport: 'pdf_data' }

export const PDF = (text: string) => Buffer.from(`%PDF-1.7\n${text}\n%%EOF\n`)

/** Whether an operation can be asked in this manner at all. */
export function knows(operation: Operation, manner: Manner): boolean {
  if (manner === 'wide') return operation.widest.length > 0
  return manner === 'plain' || operation.conditional
}

/** The request of an operation with these ids in its path, and `value` in the one slot under test. */
export function buildAsk(operation: Operation, fill: Fill, url: string, picture: Buffer): Ask {
  const { ids, slot, value = '', manner } = fill
  const path = operation.path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    if (slot?.in === 'path' && slot.name === name) return encodeURIComponent(value)
    const known = operation.slots.find((slot) => slot.in === 'path' && slot.name === name)
    return encodeURIComponent(known ? ids[known.resource] : (OTHER_PARAMETERS[name] ?? 'x'))
  })
  const query = new URLSearchParams(manner === 'wide' ? operation.widest : [])
  if (slot?.in === 'query') query.set(slot.name, value)
  const search = query.size > 0 ? `?${query}` : ''
  const body = bodyOf(operation, fill, picture)
  const headers = manner === 'conditional' ? conditionsOf(operation) : {}
  return { method: operation.method, url: `${url}${path}${search}`, headers, ...(body ? { body } : {}) }
}

/** Conditions that a thing which exists meets or fails; where nothing is seen, neither may show. */
function conditionsOf(operation: Operation): Record<string, string> {
  if (operation.method === 'GET')
    return { 'if-none-match': '*', accept: 'application/vnd.walkaround.entities+json' }
  return { 'if-match': '"987654"' }
}

function bodyOf(operation: Operation, fill: Fill, picture: Buffer): Body | undefined {
  if (!operation.form) return undefined
  const json = jsonOf(operation, fill)
  if (operation.form === 'json') return jsonBody(json)
  const fileKey = FILES[operation.id]
  return multipartBody(json, fileKey ?? 'file', fileKey ? PDF('asked') : picture)
}

/** The body with own ids wherever it has a place for one, and the one under test in its slot. */
function jsonOf(operation: Operation, { ids, slot, value = '', change }: Fill): unknown {
  let json = BODIES[operation.label] ?? sampleOf(operation.schema)
  for (const { in: place, name, resource } of operation.slots)
    if (place === 'body' && hasPlace(json, name)) json = setAt(json, name, ids[resource])
  if (slot?.in === 'body') json = setAt(json, slot.name, value)
  return change ? change(json) : json
}

function hasPlace(json: unknown, way: string): boolean {
  const [key = '', ...rest] = way.split('.')
  if (Array.isArray(json)) return true
  if (typeof json !== 'object' || json === null || !(key in json)) return false
  return rest.length === 0 || hasPlace(Reflect.get(json, key), rest.join('.'))
}

/** Sends it under a given request id, so that two answers can be compared byte by byte. */
export async function send(
  http: Http,
  ask: Ask,
  token: string | LinkHolder | null,
  requestId = 'prove-same-id',
): Promise<Answer> {
  const authorization = await authorizationOf(ask, token)
  return http.ask({ ...ask, headers: { ...ask.headers, ...authorization, 'x-request-id': requestId } })
}

async function authorizationOf({ method, url }: Ask, token: string | LinkHolder | null) {
  if (token === null) return {}
  if (typeof token === 'string') return { authorization: `Bearer ${token}` }
  return token.authorize(method, url)
}

/** Status, headers and body, without what differs between any two answers, and without the id that was asked for. */
export function faceOf(answer: Answer, asked = ''): string {
  const {
    date: _date,
    'keep-alive': _keepAlive,
    connection: _connection,
    // Goes down with every request, whatever it asks for.
    ratelimit: _left,
    ...headers
  } = answer.headers
  const face = JSON.stringify([answer.status, headers, answer.text])
  return asked === '' ? face : face.replaceAll(asked, 'the id that was asked for')
}

/** A well-formed UUIDv7 that nothing has. */
export function neverId(): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(Date.now(), 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
