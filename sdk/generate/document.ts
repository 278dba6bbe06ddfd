/** The parts of `openapi.json` that the SDK is made from. */
export type Document = {
  tags?: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
  webhooks?: Record<string, { post?: { requestBody?: { content: Content } } }>
}

export type Operation = {
  operationId: string
  summary?: string
  description?: string
  tags?: string[]
  security?: object[]
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}

export type Parameter = { in: string; name: string; required?: boolean; description?: string; schema: Schema }
export type Content = Record<string, { schema?: Schema; examples?: Record<string, { value: unknown }> }>

export type Schema = {
  $ref?: string
  type?: string | string[]
  description?: string
  enum?: unknown[]
  const?: unknown
  required?: string[]
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

export type Described = { path: string; method: string; operation: Operation }

export const JSON_TYPE = 'application/json'
export const FORM_TYPE = 'multipart/form-data'
export const STREAM_TYPE = 'text/event-stream'
export const PROBLEM_TYPE = 'application/problem+json'

/** The operations in the order of the document's tags, as its pages show them. */
export function operationsOf(document: Document): Described[] {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const tags = (document.tags ?? []).map(({ name }) => name)
  const placeOf = ({ operation }: Described) => tags.indexOf(operation.tags?.[0] ?? '')
  return all.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** What an operation answers when it went well; every operation has one such answer. */
export function successOf(operation: Operation): Content {
  const [code] = Object.keys(operation.responses).filter((status) => /^2\d\d$/.test(status))
  if (code === undefined) throw new Error(`${operation.operationId} has no answer`)
  return operation.responses[code]?.content ?? {}
}

export function resolve(document: Document, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema
  const name = schema.$ref.replace('#/components/schemas/', '')
  const found = document.components.schemas[name]
  if (!found) throw new Error(`${schema.$ref} leads nowhere`)
  return resolve(document, found)
}

export const pascalCase = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)
