import type { Random } from '../../testing/random.ts'
import type { FuzzOperation, Parameter } from './fuzz-document.ts'
import type { Draft } from './fuzz-drafts.ts'
import { actingOrganization } from './fuzz-drafts.ts'
import { HOSTILE_TEXTS, jsonBytes } from './fuzz-fields.ts'
import type { FuzzParts } from './fuzz-pool.ts'

export type FuzzRequest = {
  draft: Draft
  method: string
  path: string
  headers: [string, string][]
  body: Buffer | null
  /** Asks the service to wait for a result, so it may take its time. */
  waits: boolean
}

const BOUNDARY = 'fuzz-5a1c0f7e9d'

/** Texts for a parameter, as they stand in the URL, that have broken services: every parameter gets each of them. */
const SWEPT_TEXTS = [
  '%00',
  'a%00b',
  '%ED%A0%80',
  '%FF',
  '%',
  "'",
  '-1',
  '1e308',
  '99999999999999999999',
  '%F0%9F%9A%97',
  '%0d%0aset-cookie:%20a=b',
  'x'.repeat(2_001),
]
/** Others, of which each parameter gets some. */
const URL_TEXTS = [
  ...SWEPT_TEXTS,
  '',
  '%2e%2e%2f%2e%2e%2f',
  '..%2f..',
  '%252e%252e%252f',
  '%2F',
  '%5c',
  '%C0%AF',
  '%zz',
  '%u0041',
  ';a=b',
  'a;b',
  '%3f',
  '%23',
  '~',
  '0',
  '9007199254740993',
  'NaN',
  'Infinity',
  '0x10',
  '%EF%BC%91',
  '%D9%A3',
  'true',
  'TRUE',
  'yes',
  'null',
  'undefined',
  '[]',
  '{}',
  '%7B%22$gt%22:1%7D',
  'x'.repeat(299),
  'x'.repeat(301),
  ...HOSTILE_TEXTS.map(encodeURIComponent),
]

export type Swept = { operation: FuzzOperation; slot: Parameter; text: string }

/** Every parameter of every operation with every text that is swept. */
export function listSwept(operations: readonly FuzzOperation[]): Swept[] {
  const slots = operations.flatMap((operation) => slotsOf(operation).map((slot) => ({ operation, slot })))
  return SWEPT_TEXTS.flatMap((text) => slots.map((slot) => ({ ...slot, text })))
}

function slotsOf({ parameters }: FuzzOperation): Parameter[] {
  return parameters.filter(({ in: place }) => place === 'path' || place === 'query')
}

export function sweepParameter(draft: Draft, { slot, text }: Swept): void {
  draft.labels.push(`${slot.name}: ${text.slice(0, 60)}`)
  setParameter(draft, slot, `\ue002${text}`)
}

function setParameter({ params, query }: Draft, slot: Parameter, value: string): void {
  if (slot.in === 'path') {
    params[slot.name] = value
    return
  }
  const known = query.find(([name]) => name === slot.name)
  if (known) known[1] = value
  else query.push([slot.name, value])
}

/** Puts another value into a path or query parameter, or adds one that nobody knows. */
export function mutateParameter(parts: FuzzParts, draft: Draft, random: Random): void {
  const { operation, query } = draft
  const text = random.pick(URL_TEXTS)
  const slots = slotsOf(operation)
  if (slots.length === 0 || random.next() < 0.1) {
    const name = random.pick(['unknown', '__proto__', 'constructor', 'limit[$gt]', 'a[b]', ''])
    draft.labels.push(`unknown parameter ${name}`)
    query.push([name, `\ue002${text}`])
    return
  }
  const slot = random.pick(slots)
  const kind = slot.schema['x-resource']
  if (kind && random.next() < 0.6) {
    const bad = parts.pool.badId(kind, actingOrganization(draft), random)
    draft.labels.push(`${slot.name}: ${bad.name} id`)
    setParameter(draft, slot, bad.value)
    return
  }
  draft.labels.push(`${slot.name}: ${text.slice(0, 60)}`)
  setParameter(draft, slot, `\ue002${text}`)
  if (slot.in === 'query' && random.next() < 0.2) query.push([slot.name, 'again'])
}

// A text after this mark is in the form of the URL already.
function inUrl(text: string): string {
  return text.startsWith('\ue002') ? text.slice(1) : encodeURIComponent(text)
}

/** The bytes of a draft. */
export function renderDraft(draft: Draft): FuzzRequest {
  const { operation, params, query, json, file } = draft
  const path = operation.path.replace(/\{(\w+)\}/g, (_all, name: string) => inUrl(params[name] ?? ''))
  const search = query.map(([name, value]) => `${encodeURIComponent(name)}=${inUrl(value)}`).join('&')
  const headers: [string, string][] = []
  let body: Buffer | null = null
  if (file) {
    headers.push(['content-type', `multipart/form-data; boundary=${BOUNDARY}`])
    body = multipartBytes(draft)
  } else if (json !== undefined) {
    headers.push(['content-type', 'application/json'])
    body = jsonBytes(draft)
  }
  const waits = operation.id === 'replayTask' || (body?.includes('wait_for_result') ?? false)
  const url = search ? `${path}?${search}` : path
  return { draft, method: operation.method, path: url, headers, body, waits }
}

type Part = { head: string; bytes: Buffer }

export function multipartParts(draft: Draft): Part[] {
  const { file } = draft
  const json = { head: 'content-disposition: form-data; name="json"', bytes: jsonBytes(draft) }
  if (!file) return [json]
  const disposition = `content-disposition: form-data; name="${file.key}"; filename="file"`
  return [json, { head: `${disposition}\r\ncontent-type: ${file.mimetype}`, bytes: file.bytes }]
}

function multipartBytes(draft: Draft): Buffer {
  return joinParts(multipartParts(draft))
}

export function joinParts(parts: readonly Part[], end = `--${BOUNDARY}--\r\n`): Buffer {
  const pieces = parts.flatMap(({ head, bytes }) => [
    Buffer.from(`--${BOUNDARY}\r\n${head}\r\n\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...pieces, Buffer.from(end)])
}
