import {
  type Document,
  type Operation,
  operationsOf,
  type Schema,
} from '../src/core/contracts/openapi-document.ts'

/** Who writes the JSON: a caller, who must not be asked for more, or the service, which must not answer less. */
type Side = 'request' | 'answer'

type Shape = {
  types: Set<string>
  properties: Record<string, Schema>
  required: Set<string>
  values: unknown[] | null
  items: Schema | null
}

type Walk = { old: Document; new: Document; side: Side; seen: Set<string> }

const TYPES = ['string', 'number', 'boolean', 'object', 'array', 'null']
const LIMITS = [
  ['maximum', 1],
  ['maxLength', 1],
  ['maxItems', 1],
  ['minimum', -1],
  ['minLength', -1],
  ['minItems', -1],
] as const

/** What would break a program written against the old document, one line each. */
export function breakingChanges(before: Document, after: Document): string[] {
  const now = new Map(operationsOf(after).map((placed) => [placed.operation.operationId, placed]))
  return operationsOf(before).flatMap(({ method, path, operation }) => {
    const id = operation.operationId
    const placed = now.get(id)
    if (!placed) return [`${id}: removed`]
    const moved = placed.method !== method || placed.path !== path ? ['has another address'] : []
    const found = [
      ...moved,
      ...parameterChanges(operation, placed.operation),
      ...bodyChanges(operation, placed.operation, before, after),
      ...answerChanges(operation, placed.operation, before, after),
    ]
    return found.map((what) => `${id}: ${what}`)
  })
}

function parameterChanges(before: Operation, after: Operation): string[] {
  const key = ({ in: place, name }: { in: string; name: string }) => `${place} ${name}`
  const had = new Map((before.parameters ?? []).map((parameter) => [key(parameter), parameter]))
  const has = new Map((after.parameters ?? []).map((parameter) => [key(parameter), parameter]))
  const removed = [...had.keys()].filter((name) => !has.has(name)).map((name) => `${name} removed`)
  const asked = [...has]
    .filter(([name, parameter]) => parameter.required && !had.get(name)?.required)
    .map(([name]) => `${name} now required`)
  const narrowed = [...had].flatMap(([name, parameter]) => {
    const { enum: values } = has.get(name)?.schema ?? {}
    const gone = values ? (parameter.schema.enum ?? []).filter((value) => !values.includes(value)) : []
    return gone.map((value) => `${name} no longer takes ${value}`)
  })
  return [...removed, ...asked, ...narrowed]
}

function bodyChanges(before: Operation, after: Operation, old: Document, now: Document): string[] {
  const had = before.requestBody?.content ?? {}
  const has = after.requestBody?.content ?? {}
  return Object.entries(had).flatMap(([type, { schema = {} }]) => {
    const walk: Walk = { old, new: now, side: 'request', seen: new Set() }
    const next = has[type]?.schema
    const at = type === 'application/json' ? 'body' : type
    return next ? schemaChanges(schema, next, walk, at) : [`body no longer taken as ${type}`]
  })
}

function answerChanges(before: Operation, after: Operation, old: Document, now: Document): string[] {
  const kept = Object.entries(before.responses).filter(([status]) => Number(status) < 400)
  return kept.flatMap(([status, answer]) => {
    const next = after.responses[status]
    if (!next) return [`${status} removed`]
    return Object.entries(answer.content ?? {}).flatMap(([type, { schema = {} }]) => {
      const walk: Walk = { old, new: now, side: 'answer', seen: new Set() }
      const form = next.content?.[type]?.schema
      return form ? schemaChanges(schema, form, walk, status) : [`${status} no longer given as ${type}`]
    })
  })
}

function schemaChanges(before: Schema, after: Schema, walk: Walk, at: string): string[] {
  const known = `${before.$ref}>${after.$ref}`
  if (before.$ref && walk.seen.has(known)) return []
  const inner = { ...walk, seen: before.$ref ? new Set([...walk.seen, known]) : walk.seen }
  const had = shapeOf(before, walk.old)
  const has = shapeOf(after, walk.new)
  const fields = Object.entries(had.properties).flatMap(([name, field]) => {
    const next = has.properties[name]
    if (!next) return [`${at}.${name} removed`]
    return schemaChanges(field, next, inner, `${at}.${name}`)
  })
  return [
    ...ownChanges(had, has, walk.side, at),
    ...(walk.side === 'request' ? limitChanges(before, after, at) : []),
    ...fields,
    ...(had.items && has.items ? schemaChanges(had.items, has.items, inner, `${at}[]`) : []),
  ]
}

function ownChanges(had: Shape, has: Shape, side: Side, at: string): string[] {
  // A caller may go on sending what was taken; a reader may go on expecting what was given.
  const [given, taken] = side === 'request' ? [had, has] : [has, had]
  const types = [...given.types]
    .filter((type) => !taken.types.has(type))
    .map((type) => `${at} ${side} ${type}`)
  const values = (had.values ?? []).filter((value) => has.values && !has.values.includes(value))
  const required =
    side === 'request'
      ? [...has.required]
          .filter((name) => !had.required.has(name))
          .map((name) => `${at}.${name} now required`)
      : [...had.required]
          .filter((name) => name in has.properties && !has.required.has(name))
          .map((name) => `${at}.${name} no longer always there`)
  return [
    ...types.map((text) => `${text} is new or gone`),
    ...values.map((value) => `${at} has no value ${value} any more`),
    ...required,
  ]
}

function limitChanges(before: Schema, after: Schema, at: string): string[] {
  return LIMITS.flatMap(([limit, sign]) => {
    const now = after[limit]
    const was = before[limit] ?? sign * Number.POSITIVE_INFINITY
    return now !== undefined && sign * now < sign * was ? [`${at} ${limit} is narrower`] : []
  })
}

/** A schema with its references followed and its alternatives taken together. */
function shapeOf(schema: Schema, document: Document): Shape {
  if (schema.$ref)
    return shapeOf(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, document)
  const options = [...(schema.anyOf ?? []), ...(schema.allOf ?? [])].map((option) =>
    shapeOf(option, document),
  )
  const own = [schema.type ?? []].flat().map((type) => (type === 'integer' ? 'number' : type))
  const types = own.length > 0 ? own : options.flatMap((option) => [...option.types])
  const values = [schema.enum ?? [], ...options.map((option) => option.values ?? [])].flat()
  return {
    types: new Set(types.length > 0 ? types : TYPES),
    properties: Object.assign({}, ...options.map((option) => option.properties), schema.properties),
    required: new Set([...(schema.required ?? []), ...options.flatMap((option) => [...option.required])]),
    values: values.length > 0 ? values : null,
    items: schema.items ?? options.find((option) => option.items)?.items ?? null,
  }
}
