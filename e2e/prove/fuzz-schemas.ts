import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { FuzzDocument, Schema } from './fuzz-document.ts'

const HOME = 'urn:fuzz:document'
const SCHEMA_LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems']
const SCHEMA_MAPS = ['properties', '$defs']
const SCHEMAS = ['items', 'additionalProperties', 'not', 'propertyNames']

const FORMATS: Record<string, RegExp> = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  date: /^\d{4}-\d\d-\d\d$/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  uri: /^[a-z][a-z0-9+.-]*:\S+$/i,
}

/** Says what is wrong with a body, or null. */
export type Check = (body: unknown) => string | null

/**
 * Compiles the schemas of answers. An object that lists its properties and says nothing about others is closed: the
 * service serialises by the same schema, so a property it does not list must not come out.
 */
export class AnswerSchemas {
  /** To make faster functions takes twice as long to make them, and each is called a few times. */
  readonly #ajv = new Ajv2020({ strict: false, allErrors: false, code: { optimize: false } })
  readonly #checks = new Map<Schema, Check>()
  /** Hundreds of answers are problems, and many look alike. */
  readonly #alike = new Map<string, Check>()

  constructor(document: FuzzDocument) {
    const formats = [...JSON.stringify(document.root).matchAll(/"format":"([^"]+)"/g)]
    for (const [, name = ''] of formats) this.#ajv.addFormat(name, FORMATS[name] ?? true)
    const components: unknown = Reflect.get(document.root, 'components')
    const schemas: Record<string, Schema> = Object(components).schemas ?? {}
    const opened = Object.entries(schemas).map(([name, schema]) => [name, closed(schema, false)])
    this.#ajv.addSchema({ $id: HOME, components: { schemas: Object.fromEntries(opened) } })
  }

  check(schema: Schema, body: unknown): string | null {
    const known = this.#checks.get(schema) ?? this.#findAlike(schema)
    this.#checks.set(schema, known)
    return known(body)
  }

  #findAlike(schema: Schema): Check {
    const text = JSON.stringify(schema)
    const alike = this.#alike.get(text) ?? this.#compile(schema)
    this.#alike.set(text, alike)
    return alike
  }

  #compile(schema: Schema): Check {
    const validate: ValidateFunction = this.#ajv.compile(closed(schema, true))
    return (body) => {
      if (validate(body)) return null
      const [error] = validate.errors ?? []
      return `${error?.instancePath || '/'} ${error?.message} ${JSON.stringify(error?.params)}`
    }
  }
}

// What `allOf` puts together, and what a reference points at, is closed where it is used and not inside.
function closed(schema: Schema, close: boolean): object {
  const copy: Record<string, unknown> = { ...schema }
  if (schema.$ref) copy.$ref = schema.$ref.replace(/^#/, `${HOME}#`)
  for (const key of SCHEMA_LISTS) {
    const list: unknown = copy[key]
    if (Array.isArray(list)) copy[key] = list.map((part) => closed(part, key !== 'allOf'))
  }
  for (const key of SCHEMA_MAPS) {
    const entries: [string, Schema][] = Object.entries(Object(copy[key]))
    if (copy[key]) copy[key] = Object.fromEntries(entries.map(([name, part]) => [name, closed(part, true)]))
  }
  for (const key of SCHEMAS) {
    const part: unknown = copy[key]
    if (typeof part === 'object' && part !== null) copy[key] = closed(part, true)
  }
  const lists = schema.properties || schema.allOf || schema.$ref
  if (close && lists && schema.additionalProperties === undefined) copy.unevaluatedProperties ??= false
  return copy
}
