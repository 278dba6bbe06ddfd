import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './stack.ts'

export type Resource = 'inspection' | 'image' | 'task'
export type Slot = { in: 'path' | 'query' | 'body'; name: string; resource: Resource }

export type Operation = {
  id: string
  method: string
  path: string
  /** False for capability URLs, which carry their own proof. */
  needsToken: boolean
  multipart: boolean
  slots: Slot[]
  /** Query parameters with the value that shows the most. */
  widest: [string, string][]
  /** Path parameters that look like ids and say nothing about what they name. */
  undeclared: string[]
  body: unknown
}

type Schema = {
  type?: string
  'x-resource'?: Resource
  enum?: string[]
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}
type Parameter = { in: 'path' | 'query'; name: string; schema: Schema }
type RawOperation = {
  operationId: string
  security?: object[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema?: Schema }> }
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** Every operation of the checked-in OpenAPI document with the places where it takes an id. */
export function readOperations(): Operation[] {
  const document = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8'))
  const paths: [string, Record<string, RawOperation>][] = Object.entries(document.paths)
  return paths.flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => readOperation(path, method, operation)),
  )
}

function readOperation(path: string, method: string, raw: RawOperation): Operation {
  const parameters = raw.parameters ?? []
  const content = raw.requestBody?.content ?? {}
  const schema = content['application/json']?.schema ?? {}
  const needsToken = raw.security?.length !== 0
  const declared = parameters.flatMap(({ in: place, name, schema }) => {
    const resource = schema['x-resource']
    return resource ? [{ in: place, name, resource }] : []
  })
  return {
    id: raw.operationId,
    method: method.toUpperCase(),
    path,
    needsToken,
    multipart: 'multipart/form-data' in content,
    slots: [...declared, ...bodySlots(schema)],
    widest: parameters.flatMap(({ name }): [string, string][] => {
      if (name.startsWith('show_deleted')) return [[name, 'true']]
      return name === 'ownership_filter' ? [[name, 'all_resources']] : []
    }),
    undeclared: needsToken ? parameters.filter(looksUndeclared).map(({ name }) => name) : [],
    body: raw.requestBody ? sampleOf(schema) : undefined,
  }
}

function looksUndeclared({ in: place, name, schema }: Parameter): boolean {
  return place === 'path' && /(^|_)u?id$|Id$/.test(name) && !schema['x-resource']
}

/** Ids in bodies are found at any depth; their name is the dotted way to them. */
function bodySlots(schema: Schema, at = ''): Slot[] {
  const here = schema['x-resource']
  if (here) return [{ in: 'body', name: at, resource: here }]
  const inside = Object.entries(schema.properties ?? {})
  return [
    ...inside.flatMap(([key, value]) => bodySlots(value, at ? `${at}.${key}` : key)),
    ...(schema.items ? bodySlots(schema.items, `${at}.0`) : []),
    ...(schema.anyOf ?? []).flatMap((value) => bodySlots(value, at)),
  ]
}

/** The least that a schema accepts. */
function sampleOf(schema: Schema): unknown {
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
