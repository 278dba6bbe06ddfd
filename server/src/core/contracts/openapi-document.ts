/** The parts of an OpenAPI 3.1 document that this service writes and its reference pages read. */
export type Document = {
  openapi: string
  info: { title: string; version: string; description?: string; license?: { name: string } }
  servers?: { url: string; description?: string }[]
  tags?: Tag[]
  paths: Record<string, Record<string, WrittenOperation>>
  webhooks?: Record<string, Record<string, WrittenOperation>>
  components: {
    schemas: Record<string, Schema>
    headers?: Record<string, Header>
    parameters?: Record<string, Parameter>
    responses?: Record<string, Answer>
    securitySchemes?: Record<string, object>
  }
}

/** Stands for what has a name in the document. */
export type Reference = { $ref: string }

/** An operation as it is written: what it shares with others is referred to. */
export type WrittenOperation = Omit<Operation, 'parameters' | 'responses'> & {
  parameters?: (Parameter | Reference)[]
  responses: Record<string, Answer | Reference>
}

export type Tag = { name: string; description: string }

export type Operation = {
  operationId: string
  summary?: string
  description?: string
  tags?: string[]
  security?: object[]
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, Answer>
  callbacks?: Record<string, Record<string, Record<string, Omit<Operation, 'operationId' | 'callbacks'>>>>
}

export type Parameter = {
  in: string
  name: string
  required?: boolean
  description?: string
  schema: Schema
  example?: unknown
}

export type Content = Record<string, MediaType>

export type MediaType = {
  schema?: Schema
  encoding?: Record<string, { contentType: string }>
  examples?: Record<string, { summary?: string; value: unknown }>
}

export type Answer = {
  description: string
  headers?: Record<string, { $ref: string }>
  content?: Content
}

export type Header = { description: string; schema: Schema }

export type Schema = {
  $ref?: string
  type?: string | string[]
  description?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  required?: string[]
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  patternProperties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  format?: string
  contentMediaType?: string
  'x-resource'?: string
}

export const JSON_TYPE = 'application/json'
export const ENTITIES_TYPE = 'application/vnd.walkaround.entities+json'
export const PROBLEM_TYPE = 'application/problem+json'
export const MULTIPART_TYPE = 'multipart/form-data'

/** The operations in the order of the document, with where they are, and with their parameters and answers in place. */
export function operationsOf(document: Document): { method: string; path: string; operation: Operation }[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, written]) => ({
      method: method.toUpperCase(),
      path,
      operation: readOperation(document, written),
    })),
  )
}

export function readOperation(document: Document, written: WrittenOperation): Operation {
  const { parameters: named = {}, responses: answers = {} } = document.components
  const { parameters, responses, ...operation } = written
  return {
    ...operation,
    ...(parameters ? { parameters: parameters.map((parameter) => follow(named, parameter)) } : {}),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, answer]) => [status, follow(answers, answer)]),
    ),
  }
}

/** A schema itself, where a reference stands for it. */
export function schemaOf(document: Document, schema: Schema): Schema {
  const { $ref } = schema
  return $ref === undefined ? schema : schemaOf(document, follow(document.components.schemas, { $ref }))
}

function follow<T extends object>(named: Record<string, T>, thing: T | Reference): T {
  if (!isReference(thing)) return thing
  const found = named[thing.$ref.split('/').at(-1) ?? '']
  if (!found) throw new Error(`the document has no ${thing.$ref}`)
  return found
}

function isReference(thing: object): thing is Reference {
  return '$ref' in thing
}
