import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Document, Schema } from '../src/core/contracts/openapi-document.ts'

/** Checks answers against the document, and takes its word for complete: what it does not name must not be there. */
export function createAnswerSchemas(document: Document) {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allErrors: true })
  ajv.addVocabulary(['x-resource', 'example'])
  for (const [name, schema] of Object.entries(document.components.schemas))
    ajv.addSchema({ $id: name, ...closed(schema) })
  return {
    mistakes: (schema: Schema, value: unknown): string[] => {
      const validate = ajv.compile(closed(schema))
      if (validate(value)) return []
      return (validate.errors ?? []).map(
        (error) => `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`,
      )
    },
    /** The keys of an answer at every depth, except where the schema leaves them to a client. */
    keys: (schema: Schema, value: unknown) => [...new Set(keysOf(document, schema, value, ''))].sort(),
  }
}

/** The same schema without room for fields it does not name. */
function closed(schema: Schema): Schema {
  const copy: Schema = JSON.parse(JSON.stringify(schema), (_key, value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const isOpen = value.type === 'object' && value.properties && value.additionalProperties === undefined
    return isOpen ? { ...value, additionalProperties: false } : value
  })
  return JSON.parse(JSON.stringify(copy).replaceAll('#/components/schemas/', ''))
}

function keysOf(document: Document, schema: Schema, value: unknown, at: string): string[] {
  const { properties, items, additionalProperties: others } = resolve(document, schema, value)
  if (Array.isArray(value))
    return items ? value.flatMap((item) => keysOf(document, items, item, `${at}[]`)) : []
  if (typeof value !== 'object' || value === null) return []
  if (!properties && typeof others !== 'object') return []
  return Object.entries(value).flatMap(([key, item]) => {
    const known = properties?.[key]
    // The keys of a map are values; those of a fixed object are its form.
    const here = known || !others || others === true ? `${at}.${key}` : `${at}.*`
    const inner = known ?? (typeof others === 'object' ? others : {})
    return [here, ...keysOf(document, inner, item, here)]
  })
}

/** Follows references, and picks of alternatives the one that has the value's form. */
function resolve(document: Document, schema: Schema, value: unknown): Schema {
  if (schema.$ref)
    return resolve(document, document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, value)
  if (schema.allOf) return resolve(document, schema.allOf[0] ?? {}, value)
  const form = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value
  const options = (schema.anyOf ?? []).map((option) => resolve(document, option, value))
  return options.find((option) => option.type === form) ?? options[0] ?? schema
}
