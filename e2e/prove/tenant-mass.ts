import type { Harness } from '../../testing/harness.ts'
import { runRounds } from './lanes.ts'
import { answerFields, type Document, type Operation, type Schema } from './operations.ts'
import { type MatrixParts, some } from './tenant-matrix.ts'
import { buildAsk, type Fill, send, slotsToFill } from './tenant-requests.ts'
import { listColumns } from './tenant-state.ts'
import type { Known } from './tenant-world.ts'

export type MassParts = MatrixParts & {
  harness: Harness
  document: Document
  account: string
  createOwn: (account: string, operation: Operation) => Promise<Known>
  isPossible: (operation: Operation) => boolean
  /** Of so many operations one is tried; the seed picks which. */
  oneOf: number
}

type Tables = Awaited<ReturnType<typeof listColumns>>
type Fields = [name: string, value: unknown][]

const GHOST = '01a00000-0000-7000-8000-000000000000'
const LONG_AGO = '2001-02-03T04:05:06.000Z'
const LANES = 4
/** What these do depends on all that happened in the organization, so that no two requests do the same. */
const DEPENDS_ON_OTHERS = new Set([
  'replayWebhookDeliveries',
  'updateComparisonSettings',
  'updateObjectionSettings',
  'updatePictureSettings',
  'updateRetention',
  'createErasure',
])
/** Operations that make a thing of the organization, and of no inspection. */
const MADE_OUTSIDE = new Set(['createWebhookEndpoint', 'createCaptureProfile', 'createReusableCaptureLink'])
/** Refused to everybody in an organization. */
const OF_OPERATOR = new Set(['updateQuotas'])

/**
 * Fields that only the service writes, sent in every body that is written: neither the rows nor the answer may differ
 * from those of the same request without them. Returns how many pairs of operation and field were tried.
 */
export async function runMass(parts: MassParts, fieldsAtOnce: number) {
  const tables = await listColumns(parts.harness)
  const fields = listFields(parts.document, tables)
  const possible = parts.operations
    .filter(({ form, id }) => form && !DEPENDS_ON_OTHERS.has(id) && !OF_OPERATOR.has(id))
    .filter(parts.isPossible)
  const operations = some(parts.extent.random, possible, Math.ceil(possible.length / parts.oneOf))
  const rounds: { operation: Operation; expected: string; fields: Fields }[] = []
  for (const operation of operations) {
    const expected = await effectOf(parts, tables, operation)
    if (expected !== (await effectOf(parts, tables, operation)))
      parts.violations.add('control_blind', `${operation.label}: the same request has two effects`)
    const foreign = fields.filter(([name]) => !accepts(operation.schema, name))
    for (let n = 0; n < foreign.length; n += fieldsAtOnce)
      rounds.push({ operation, expected, fields: foreign.slice(n, n + fieldsAtOnce) })
  }
  await runRounds(rounds.length, LANES, async (n) => {
    const round = rounds[n]
    if (!round) return
    const { operation, expected, fields } = round
    const effect = await effectOf(parts, tables, operation, (json) =>
      withFields(operation.schema, json, fields),
    )
    if (effect === expected) return
    const difference = firstDifference(expected, effect)
    const names = fields.map(([name]) => name)
    parts.violations.add('field_assigned', `${operation.label}: ${difference}; one of ${names}`)
  })
  return {
    mass: rounds.reduce((sum, { fields }) => sum + fields.length, 0),
    mass_fields: fields.length,
    mass_operations: operations.length,
    mass_requests: rounds.length,
  }
}

/** Every field of an answer and every column of a table, with a value that is recognised wherever it appears. */
function listFields(document: Document, tables: Tables): Fields {
  const values = new Map<string, unknown>()
  for (const columns of tables.values())
    for (const { column, type } of columns)
      values.set(column, hostileOf(column, { type: JSON_TYPES[type] ?? 'string' }))
  for (const [name, schema] of answerFields(document)) values.set(name, hostileOf(name, schema))
  return [...values].toSorted(([a], [b]) => (a < b ? -1 : 1))
}

const JSON_TYPES: Record<string, string> = {
  ARRAY: 'array',
  bigint: 'integer',
  boolean: 'boolean',
  'double precision': 'number',
  integer: 'integer',
  jsonb: 'object',
}

function hostileOf(name: string, schema: Schema): unknown {
  if (name === 'org_id') return 'org_alder'
  if (/(^|_)id$/.test(name)) return GHOST
  if (/(^|_)ids$/.test(name)) return [GHOST]
  if (/(^|_)at$/.test(name)) return LONG_AGO
  if (schema.enum) return schema.enum.at(-1)
  if (schema.anyOf) return hostileOf(name, schema.anyOf[0] ?? {})
  if (schema.type === 'boolean') return true
  if (schema.type === 'integer' || schema.type === 'number') return 987_654
  if (schema.type === 'array') return [{ id: GHOST }]
  return schema.type === 'object' || schema.properties ? { id: GHOST, mass: 'MASS' } : 'MASS'
}

/** The members of a schema that describe objects or lists. */
const formsOf = (schema: Schema): Schema[] => (schema.anyOf ? schema.anyOf.flatMap(formsOf) : [schema])

function accepts(schema: Schema, name: string): boolean {
  return formsOf(schema).some((form) => form.properties?.[name] !== undefined)
}

/** The fields go into the body and into every object inside it that is closed; free ones are the client's own. */
function withFields(schema: Schema, json: unknown, fields: Fields): unknown {
  const forms = formsOf(schema)
  if (Array.isArray(json)) {
    const items = forms.find((form) => form.items)?.items
    return items ? json.map((item) => withFields(items, item, fields)) : json
  }
  if (typeof json !== 'object' || json === null) return json
  const closed = forms.find((form) => form.properties && form.additionalProperties === false)
  if (!closed) return json
  const known = Object.entries(json).map(([key, value]): [string, unknown] => {
    const inner = closed.properties?.[key]
    return [key, inner ? withFields(inner, value, fields) : value]
  })
  return Object.fromEntries([...fields.filter(([name]) => !accepts(closed, name)), ...known])
}

/** What a request on things made for it leaves behind and answers, with all that differs between two such taken out. */
async function effectOf(
  parts: MassParts,
  tables: Tables,
  operation: Operation,
  change?: Fill['change'],
): Promise<string> {
  const token = await parts.tokens.of(parts.account)
  const { ids } = await parts.createOwn(parts.account, operation)
  const others = [ids.webhook_endpoint, ids.capture_profile]
  const before = await rowsOf(parts.harness, tables, ids.inspection, others)
  const [slot] = slotsToFill(operation)
  const one = slot ? { slot, value: ids[slot.resource] } : {}
  const fill = { ids, ...one, ...(change ? { change } : {}) }
  const answer = await send(parts.http, buildAsk(operation, fill, parts.url, parts.picture), token)
  const made = operation.id === 'createInspection' ? JSON.parse(answer.text).id : ids.inspection
  if (MADE_OUTSIDE.has(operation.id)) others.push(JSON.parse(answer.text).id)
  const after = await rowsOf(parts.harness, tables, made, others)
  if (after === before && made === ids.inspection)
    parts.violations.add('control_blind', `${operation.label}: ${answer.status}, and its effect is not seen`)
  return [answer.status, masked(answer.text), after].join('\n')
}

/** All rows of an inspection, in every table, and those of things that are of none. */
async function rowsOf(
  harness: Harness,
  tables: Tables,
  inspectionId: string,
  others: string[],
): Promise<string> {
  const selects = [...tables].flatMap(([table, columns]) => {
    const where = whereOf(table, new Set(columns.map(({ column }) => column)))
    return where ? [`select '${table} ' || to_jsonb(t)::text as row from ${table} t where ${where}`] : []
  })
  const rows = await harness.rows<{ row: string }>(selects.join(' union all '), [inspectionId, others])
  return rows
    .map(({ row }) => masked(row))
    .toSorted()
    .join('\n')
}

/** Tables that no inspection has rows in are left out: keys, counts, and pictures on their way. */
function whereOf(table: string, columns: Set<string>): string | null {
  if (table === 'inspections') return 'id = $1'
  if (table === 'webhook_endpoints' || table === 'capture_profiles') return 'id::text = any($2)'
  if (table === 'capture_links') return 'inspection_id = $1 or id::text = any($2)'
  if (columns.has('inspection_id')) return 'inspection_id = $1'
  if (table === 'comparisons') return 'later_inspection_id = $1'
  if (columns.has('comparison_id'))
    return 'comparison_id in (select id from comparisons where later_inspection_id = $1)'
  if (columns.has('task_id')) return 'task_id in (select id from tasks where inspection_id = $1)'
  return columns.has('damage_id') ? 'damage_id in (select id from damages where inspection_id = $1)' : null
}

const DAY_MS = 86_400_000

/** Ids, digests, secrets, addresses, and times of today or to come are never the same twice; what was sent to be found stays. */
function masked(text: string): string {
  return text
    .replace(/https:[^"]+/g, 'address')
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => (id === GHOST ? id : 'id'))
    .replace(/\b[0-9a-f]{64}\b/g, 'digest')
    .replace(/whsec_[\w+/=]+|\b(?:k1|id)\.[\w-]{38,}|(?<="(ticket|device|access_code)": ?")[\w-]+/g, 'secret')
    .replace(/"(id|sequence|position)": (\d+|null)/g, '"$1": number')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)/g, (time) =>
      Date.parse(time) > Date.now() - DAY_MS ? 'lately' : time,
    )
}

function firstDifference(expected: string, effect: string): string {
  const known = new Set(expected.split('\n'))
  return (effect.split('\n').find((line) => !known.has(line)) ?? 'something is missing').slice(0, 400)
}
