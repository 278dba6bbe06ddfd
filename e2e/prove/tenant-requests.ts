import { randomBytes } from 'node:crypto'
import { type Answer, type Ask, type Http, imageJson, jsonBody, multipartBody } from './http.ts'
import { type Operation, type Resource, type Slot, setAt } from './operations.ts'

export type Ids = Record<Resource, string>
export type Fill = { ids: Ids; slot?: Slot; value?: string; wide?: boolean }

/** What an operation is asked when it is really meant; the schema's least would change nothing. */
const BODIES: Record<string, unknown> = {
  createInspection: { tasks: { compliances: {} } },
  updateTask: { status: 'TODO' },
}
const OTHER_PARAMETERS: Record<string, string> = { task_name: 'compliances' }

/** The request of an operation with these ids in its path, and `value` in the one slot under test. */
export function buildAsk(operation: Operation, fill: Fill, url: string, picture: Buffer): Ask {
  const { ids, slot, value = '', wide = false } = fill
  const path = operation.path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    if (slot?.in === 'path' && slot.name === name) return encodeURIComponent(value)
    const known = operation.slots.find((slot) => slot.in === 'path' && slot.name === name)
    return encodeURIComponent(known ? ids[known.resource] : (OTHER_PARAMETERS[name] ?? 'x'))
  })
  const query = new URLSearchParams(wide ? operation.widest : [])
  if (slot?.in === 'query') query.set(slot.name, value)
  const search = query.size > 0 ? `?${query}` : ''
  const body = bodyOf(operation, fill, picture)
  return { method: operation.method, url: `${url}${path}${search}`, ...(body ? { body } : {}) }
}

function bodyOf(operation: Operation, { slot, value = '' }: Fill, picture: Buffer) {
  if (operation.body === undefined) return undefined
  if (operation.multipart) return multipartBody(imageJson([]), 'file', picture)
  const body = BODIES[operation.id] ?? operation.body
  return jsonBody(slot?.in === 'body' ? setAt(body, slot.name, value) : body)
}

/** Sends it under a given request id, so that two answers can be compared byte by byte. */
export async function send(
  http: Http,
  ask: Ask,
  token: string | null,
  requestId = 'prove-same-id',
): Promise<Answer> {
  const authorization = token ? { authorization: `Bearer ${token}` } : {}
  return http.ask({ ...ask, headers: { ...authorization, 'x-request-id': requestId } })
}

/** Status, headers and body, without what differs between any two answers. */
export function faceOf(answer: Answer): string {
  const { date: _date, 'keep-alive': _keepAlive, connection: _connection, ...headers } = answer.headers
  return JSON.stringify([answer.status, headers, answer.text])
}

/** A well-formed UUIDv7 that nothing has. */
export function neverId(): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(Date.now(), 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
