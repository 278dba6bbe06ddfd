import type { EventType } from '../../core/contracts/event-types.ts'
import { Problem } from '../../core/contracts/problems.ts'
import type { FreeObject } from '../../core/contracts/schema.ts'
import type { OrganizationKeys, Seal } from '../../core/platform/organization-keys.ts'
import { type CallbackHeaders, isScalar, readCallbackHeaders } from './callback-headers.ts'

export const CALLBACK_EVENTS = ['STATUS_SET_TO_DONE', 'STATUS_SET_TO_ERROR'] as const
export type CallbackEvent = (typeof CALLBACK_EVENTS)[number]

/** What a client asks for with one entry of the `callbacks` of a task. The event has three spellings. */
export type CallbackInput = { url: string; headers?: FreeObject; params?: FreeObject } & Record<
  string,
  unknown
>

export type Callback = { events: CallbackEvent[]; url: string; headers: CallbackHeaders; params: FreeObject }

/** As it is kept with its task. What is sent is sealed as one: keys are in headers, and in addresses too. */
export type StoredCallback = { events: CallbackEvent[]; sealed: string }

export type CallbackRequest = { url: string; headers: CallbackHeaders }

const EVENT_OF: Partial<Record<EventType, CallbackEvent>> = {
  'task.done': 'STATUS_SET_TO_DONE',
  'task.failed': 'STATUS_SET_TO_ERROR',
}
/** The events that call back. */
export const CALLBACK_EVENT_TYPES = Object.keys(EVENT_OF)

export function callbackEventOf(type: EventType): CallbackEvent | null {
  return EVENT_OF[type] ?? null
}

/** A callback that can be kept, or a problem that names what is wrong with it. */
export function readCallback(input: CallbackInput, field: string): Callback {
  return {
    events: readEvents(input, field),
    url: input.url,
    headers: readCallbackHeaders(input.headers ?? {}, `${field}.headers`),
    params: input.params ?? {},
  }
}

function readEvents(input: CallbackInput, field: string): CallbackEvent[] {
  const given = [input.callback_event, input.callbackEvent, input.event]
    .filter((value) => value !== undefined && value !== null)
    .flat()
  const events = CALLBACK_EVENTS.filter((event) => given.length === 0 || given.includes(event))
  const unknown = given.find((value) => !CALLBACK_EVENTS.some((event) => event === value))
  if (unknown === undefined) return events
  throw new Problem('request_invalid', {}, [
    { field: `${field}.callback_event`, message: `must be one or more of: ${CALLBACK_EVENTS.join(', ')}` },
  ])
}

/** What is sent to whom, without the body: `params` follow the query that the address has of its own. */
export function callbackRequest({ url, headers, params }: Callback): CallbackRequest {
  const query = new URLSearchParams(
    Object.entries(params).flatMap(([name, value]) =>
      textsOf(value).map((text): [string, string] => [name, text]),
    ),
  ).toString()
  const [base = ''] = url.split('#', 1)
  // The text stays as it came: it is for the egress to judge, and resolving would tidy it up.
  return { url: query === '' ? base : `${base}${base.includes('?') ? '&' : '?'}${query}`, headers }
}

function textsOf(value: unknown): string[] {
  if (isScalar(value)) return [String(value)]
  if (Array.isArray(value)) return value.flatMap(textsOf)
  return value === null || value === undefined ? [] : [JSON.stringify(value)]
}

/** Where the callbacks of a task are kept: what is sealed for one task does not open at another. */
export function callbackPlace(task: { org_id: string; inspection_id: string; name: string }): string {
  return `tasks/${task.org_id}/${task.inspection_id}/${task.name}/callbacks`
}

export function sealCallback(seal: Seal, callback: Callback, place: string): StoredCallback {
  const { events, ...sent } = callback
  return { events, sealed: seal(JSON.stringify(sent), place) }
}

/** Null for one that cannot be sent. Throws when its key is gone or it was changed. */
export async function openCallback(
  keys: Pick<OrganizationKeys, 'unseal'>,
  orgId: string,
  stored: unknown,
  place: string,
): Promise<Callback | null> {
  if (!isSealed(stored)) return readPlain(stored)
  return { events: stored.events, ...JSON.parse(await keys.unseal(orgId, stored.sealed, place)) }
}

/** Whether a callback, as it is kept, asks to be told of an event of this type. */
export function matchesCallback(stored: unknown, type: EventType): boolean {
  const event = callbackEventOf(type)
  if (event === null) return false
  const events = isSealed(stored) ? stored.events : readPlain(stored)?.events
  return events?.includes(event) ?? false
}

function isSealed(stored: unknown): stored is StoredCallback {
  if (typeof stored !== 'object' || stored === null || !('sealed' in stored) || !('events' in stored))
    return false
  return typeof stored.sealed === 'string' && Array.isArray(stored.events)
}

/** Callbacks that an earlier version kept as they came. */
function readPlain(stored: unknown): Callback | null {
  if (typeof stored !== 'object' || stored === null || !('url' in stored) || typeof stored.url !== 'string')
    return null
  const { url, ...rest } = stored
  try {
    return readCallback({ ...rest, url }, 'callback')
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}
