import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expandDocument } from '../../sdk/generate/expand-document.ts'
import { serverRoot } from '../../testing/ground.ts'

/** The kinds of things whose ids a request may carry. The tenants' world has one of each. */
const RESOURCES = [
  'inspection',
  'image',
  'replay',
  'damage',
  'view',
  'pricing',
  'severity',
  'history_entry',
  'webhook_endpoint',
  'webhook_delivery',
  'administration_event',
  'comparison',
  'comparison_place',
  'earlier_inspection',
  'capture_profile',
  'capture_link',
  'erasure',
  'objection',
  'objection_link',
] as const
export type Resource = (typeof RESOURCES)[number]
export type Slot = { in: 'path' | 'query' | 'body'; name: string; resource: Resource }

export type Operation = {
  id: string
  /** The id, and the form of the body where the operation takes two. */
  label: string
  method: string
  path: string
  /** False for capability URLs, which carry their own proof. */
  needsToken: boolean
  form: 'json' | 'multipart' | null
  /** True where `If-Match` or `If-None-Match` is understood. */
  conditional: boolean
  slots: Slot[]
  /** Query parameters with the value that shows the most. */
  widest: [string, string][]
  /** What the body may hold; for multipart, its JSON part. */
  schema: Schema
}

export type Schema = {
  $ref?: string
  type?: string
  'x-resource'?: string
  enum?: unknown[]
  required?: string[]
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  items?: Schema
  anyOf?: Schema[]
}
type Content = Record<string, { schema?: Schema }>
type Parameter = { in: 'path' | 'query' | 'header'; name: string; schema: Schema }
type RawOperation = {
  operationId: string
  security?: object[]
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}
export type Document = {
  paths: Record<string, Record<string, RawOperation>>
  components: { schemas: Record<string, Schema> }
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']
const WIDEST: Record<string, string> = {
  show_deleted: 'true',
  show_deleted_objects: 'true',
  ownership_filter: 'all_resources',
  verbose: '1',
  last_event_id: '0',
}

/** The document of the server under test. */
export function readDocument(): Document {
  return expandDocument(JSON.parse(readFileSync(join(serverRoot, 'openapi.json'), 'utf8')))
}

/** Every operation of the document with the places where it takes an id; one for each form of its body. */
export function readOperations(document: Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => METHODS.includes(method))
      .flatMap(([method, raw]) => readOperation(document, path, method, raw)),
  )
}

function readOperation(document: Document, path: string, method: string, raw: RawOperation): Operation[] {
  const parameters = raw.parameters ?? []
  const declared = parameters.flatMap(({ in: place, name, schema }): Slot[] => {
    const resource = schema['x-resource']
    return resource && place !== 'header' ? [{ in: place, name, resource: resourceOf(resource) }] : []
  })
  const of = (form: Operation['form'], schema: Schema, label = raw.operationId): Operation => ({
    id: raw.operationId,
    label,
    method: method.toUpperCase(),
    path,
    needsToken: raw.security?.length !== 0,
    form,
    conditional: parameters.some(({ name }) => /^if-(none-)?match$/i.test(name)),
    slots: [...declared, ...bodySlots(document, schema)],
    widest: parameters.flatMap(({ name }): [string, string][] =>
      WIDEST[name] === undefined ? [] : [[name, WIDEST[name]]],
    ),
    schema,
  })
  const content = raw.requestBody?.content
  if (!content) return [of(null, {})]
  const json = content['application/json']?.schema
  const multipart = content['multipart/form-data']?.schema
  return [
    ...(json ? [of('json', follow(document, json))] : []),
    ...(multipart ? [of('multipart', multipart.properties?.json ?? {}, `${raw.operationId} multipart`)] : []),
  ]
}

function resourceOf(name: string): Resource {
  const resource = RESOURCES.find((known) => known === name)
  if (!resource) throw new Error(`openapi.json takes ids of a ${name}, and the tenants' world has none`)
  return resource
}

function follow(document: Document, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name ? (document.components.schemas[name] ?? {}) : schema
}

/** Ids in bodies are found at any depth; their name is the dotted way to them. */
function bodySlots(document: Document, given: Schema, at = ''): Slot[] {
  const schema = follow(document, given)
  const here = schema['x-resource']
  if (here) return [{ in: 'body', name: at, resource: resourceOf(here) }]
  const inside = Object.entries(schema.properties ?? {})
  return [
    ...inside.flatMap(([key, value]) => bodySlots(document, value, at ? `${at}.${key}` : key)),
    ...(schema.items ? bodySlots(document, schema.items, `${at}.0`) : []),
    ...(schema.anyOf ?? []).flatMap((value) => bodySlots(document, value, at)),
  ]
}

/** The least that a schema accepts. */
export function sampleOf(schema: Schema): unknown {
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return sampleOf(schema.anyOf[0] ?? {})
  if (schema.type === 'string') return 'x'
  if (schema.type === 'number' || schema.type === 'integer') return 1
  if (schema.type === 'boolean') return true
  if (schema.type === 'array') return schema.items ? [sampleOf(schema.items)] : []
  const keys = schema.required ?? []
  return Object.fromEntries(keys.map((key) => [key, sampleOf(schema.properties?.[key] ?? {})]))
}

export function setAt(body: unknown, way: string, value: string): unknown {
  const [key = '', ...rest] = way.split('.')
  if (key === '') return value
  const inner = typeof body === 'object' && body !== null && key in body ? Reflect.get(body, key) : {}
  const changed = rest.length === 0 ? value : setAt(inner, rest.join('.'), value)
  if (/^\d+$/.test(key)) return [changed]
  return { ...(typeof body === 'object' ? body : {}), [key]: changed }
}

/** The fields of all answers that succeed, at any depth, each with the first schema it has. */
export function answerFields(document: Document): Map<string, Schema> {
  const fields = new Map<string, Schema>()
  const seen = new Set<Schema>()
  const walk = (given: Schema): void => {
    const schema = follow(document, given)
    if (seen.has(schema)) return
    seen.add(schema)
    for (const [name, value] of Object.entries(schema.properties ?? {})) {
      if (!fields.has(name)) fields.set(name, follow(document, value))
      walk(value)
    }
    for (const inner of [schema.items, schema.additionalProperties, ...(schema.anyOf ?? [])])
      if (typeof inner === 'object') walk(inner)
  }
  for (const methods of Object.values(document.paths))
    for (const { responses } of Object.values(methods))
      for (const [status, { content }] of Object.entries(responses ?? {}))
        if (status.startsWith('2')) walk(content?.['application/json']?.schema ?? {})
  return fields
}
