import { type Document, resolve, type Schema } from './document.ts'

/** What says nothing about the type, or only what the service itself checks. */
const IGNORED = new Set([
  'description',
  'default',
  'contentMediaType',
  'exclusiveMinimum',
  'format',
  'maxItems',
  'maxLength',
  'maximum',
  'minItems',
  'minLength',
  'minimum',
  'pattern',
  'propertyNames',
  'required',
  'uniqueItems',
  'x-resource',
])
const UNDERSTOOD = new Set([
  '$ref',
  'additionalProperties',
  'allOf',
  'anyOf',
  'const',
  'enum',
  'items',
  'oneOf',
  'properties',
  'type',
])

export type Writer = {
  document: Document
  /** How a key of the wire is spelt. */
  keyOf: (key: string) => string
  /** Enumerations that have a name, by their values. */
  names: Map<string, string>
  /** What stands for a schema instead of its own text, such as an id for a record. */
  instead?: (schema: Schema, key: string) => string | undefined
}

export const valuesKey = (values: unknown[]): string => JSON.stringify(values)

/** A schema as a TypeScript type. Fails on what it does not know rather than guess. */
export function typeText(writer: Writer, schema: Schema, key = ''): string {
  const unknown = Object.keys(schema).filter((name) => !IGNORED.has(name) && !UNDERSTOOD.has(name))
  if (unknown.length > 0) throw new Error(`sdk/generate does not know ${unknown.join(', ')} (in ${key})`)
  const other = writer.instead?.(schema, key)
  if (other !== undefined) return other
  if (schema.$ref !== undefined) return typeText(writer, resolve(writer.document, schema), key)
  if (schema.enum) return writer.names.get(valuesKey(schema.enum)) ?? union(schema.enum.map(literal))
  if (schema.const !== undefined) return literal(schema.const)
  const forms = schema.anyOf ?? schema.oneOf
  if (forms) return union(forms.map((form) => typeText(writer, form, key)))
  if (schema.allOf) return schema.allOf.map((form) => typeText(writer, form, key)).join(' & ')
  if (Array.isArray(schema.type))
    return union(schema.type.map((type) => typeText(writer, { ...schema, type }, key)))
  if (schema.properties || schema.type === 'object') return objectText(writer, schema, key)
  if (schema.type === 'array') return `${inBrackets(typeText(writer, schema.items ?? {}, key))}[]`
  return plainText(schema.type, key)
}

function plainText(type: string | undefined, key: string): string {
  if (type === undefined) return 'unknown'
  if (type === 'integer') return 'number'
  if (['string', 'number', 'boolean', 'null'].includes(type)) return type
  throw new Error(`sdk/generate does not know the type ${type} (in ${key})`)
}

function objectText(writer: Writer, schema: Schema, key: string): string {
  const { properties = {}, additionalProperties } = schema
  const others =
    typeof additionalProperties === 'object'
      ? `Record<string, ${typeText(writer, additionalProperties, key)}>`
      : 'Record<string, unknown>'
  const isOpen = additionalProperties !== undefined && additionalProperties !== false
  if (Object.keys(properties).length === 0) return others
  const known = fieldsText(
    Object.entries(properties).map(([name, field]) => ({
      name: writer.keyOf(name),
      isOptional: !schema.required?.includes(name),
      text: typeText(writer, field, name),
      description: descriptionOf(writer.document, field),
    })),
  )
  return isOpen ? `${known} & ${others}` : known
}

export type Field = { name: string; isOptional: boolean; text: string; description: string | undefined }

export function fieldsText(fields: Field[]): string {
  const lines = fields.flatMap(({ name, isOptional, text, description }) => [
    ...(description ? [`  ${commentText(description)}`] : []),
    `  ${name}${isOptional ? '?' : ''}: ${indent(text)}`,
  ])
  return ['{', ...lines, '}'].join('\n')
}

/** A nullable field carries its description inside. */
export function descriptionOf(document: Document, schema: Schema): string | undefined {
  if (schema.description) return schema.description
  if (schema.$ref !== undefined || !schema.anyOf) return undefined
  return schema.anyOf
    .map((form) => descriptionOf(document, form))
    .find((description) => description !== undefined)
}

const commentText = (text: string): string => `/** ${text.replaceAll('*/', '* /')} */`
const indent = (text: string): string => text.replaceAll('\n', '\n  ')
export const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : String(value)

export function union(texts: string[]): string {
  const parts = [...new Set(texts.flatMap(splitUnion))]
  if (parts.includes('unknown')) return 'unknown'
  // null reads best at the end.
  return [...parts.filter((part) => part !== 'null'), ...parts.filter((part) => part === 'null')].join(' | ')
}

/** A union inside a union is one; what stands in brackets of its own stays whole. */
function splitUnion(text: string): string[] {
  return /[{(<&]/.test(text) ? [text] : text.split(' | ')
}

const inBrackets = (text: string): string =>
  /[|&]/.test(text.replaceAll(/\{.*\}/gs, '')) ? `(${text})` : text
