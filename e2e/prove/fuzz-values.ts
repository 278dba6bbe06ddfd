import type { Random } from '../../testing/random.ts'
import type { FuzzDocument, Schema } from './fuzz-document.ts'

/** Leaves a field out although the schema knows it. */
export const SKIP = Symbol('skip')

export type Wishes = {
  random: Random
  document: FuzzDocument
  /** A word that marks the texts of an organization. */
  canary: string
  /** An id of this kind that works. */
  idOf: (kind: string) => string
  /** What a schema cannot say, by the dotted way to the field; undefined where the schema says it all. */
  meaning: (way: string, schema: Schema) => unknown
}

const WORDS = [
  'front',
  'Tür',
  'aile avant',
  '左前',
  'дверь',
  '🚗',
  "O'Neil",
  'a"b',
  'back\\slash',
  '<b>',
  'x',
]
const TEXTS_FOR_PATTERNS = [
  'EUR',
  'a',
  '1',
  'abc-1',
  '12345678',
  '2026-01-02',
  '2026-01-02T03:04:05Z',
  '00000000-0000-7000-8000-000000000000',
  '0'.repeat(64),
  'https://example.org/x',
]

/** A value that fits its schema; optional fields come and go. */
export function validValue(wishes: Wishes, schema: Schema, way = ''): unknown {
  const meant = wishes.meaning(way, schema)
  return meant === undefined ? valueBySchema(wishes, wishes.document.resolve(schema), way) : meant
}

function valueBySchema(wishes: Wishes, schema: Schema, way: string): unknown {
  const { random } = wishes
  if (schema['x-resource']) return wishes.idOf(schema['x-resource'])
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  const branches = schema.anyOf ?? schema.oneOf
  if (branches) return validValue(wishes, random.pick(branches), way)
  if (schema.allOf) return valueBySchema(wishes, mergeAll(wishes.document, schema), way)
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type
  if (type === 'null') return null
  if (type === 'boolean') return random.next() < 0.5
  if (type === 'integer') return Math.floor(numberOf(random, schema))
  if (type === 'number') return numberOf(random, schema)
  if (type === 'string') return textOf(wishes, schema)
  if (type === 'array') return arrayOf(wishes, schema, way)
  return objectOf(wishes, schema, way)
}

function numberOf(random: Random, schema: Schema): number {
  const from = schema.minimum ?? (schema.exclusiveMinimum === undefined ? 0 : schema.exclusiveMinimum + 1)
  const to = Math.max(from, schema.maximum ?? from + 1_000)
  if (random.next() < 0.1) return from
  return Math.round(random.between(from, to))
}

function textOf({ random, canary }: Wishes, schema: Schema): string {
  if (schema.format === 'date-time') return new Date(random.below(2 ** 31) * 1_000).toISOString()
  if (schema.format === 'date') return new Date(random.below(2 ** 31) * 1_000).toISOString().slice(0, 10)
  if (schema.format === 'uri') return 'https://example.org/hook'
  if (schema.pattern) {
    const pattern = new RegExp(schema.pattern, 'u')
    const fitting = TEXTS_FOR_PATTERNS.filter((text) => pattern.test(text))
    return fitting.length > 0 ? random.pick(fitting) : random.pick(TEXTS_FOR_PATTERNS)
  }
  const words = Array.from({ length: random.below(4) }, () => random.pick(WORDS))
  const characters = [...[canary, ...words].join(' ').padEnd(schema.minLength ?? 0, 'x')]
  // Now and then exactly the longest that is allowed.
  if (schema.maxLength && random.next() < 0.02) return 'é'.repeat(schema.maxLength)
  return characters.slice(0, schema.maxLength ?? 100).join('')
}

function arrayOf(wishes: Wishes, schema: Schema, way: string): unknown[] {
  const least = schema.minItems ?? 0
  const most = Math.min(schema.maxItems ?? 3, least + 3)
  const length = least + wishes.random.below(most - least + 1)
  const items = schema.items ?? {}
  return Array.from({ length }, () => validValue(wishes, items, `${way}.0`)).filter((item) => item !== SKIP)
}

function objectOf(wishes: Wishes, schema: Schema, way: string): Record<string, unknown> {
  const { random } = wishes
  const entries: [string, unknown][] = []
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    const inner = way ? `${way}.${key}` : key
    const meant = wishes.meaning(inner, property)
    const wanted = schema.required?.includes(key) || random.next() < 0.3
    const made = meant ?? (wanted ? valueBySchema(wishes, wishes.document.resolve(property), inner) : SKIP)
    if (made !== SKIP) entries.push([key, made])
  }
  const others = schema.additionalProperties
  if (others === true && random.next() < 0.5) entries.push([`note ${random.below(9)}`, freeValue(wishes, 2)])
  if (typeof others === 'object') {
    const names = schema.propertyNames?.enum?.map(String) ?? ['a', 'b']
    entries.push([random.pick(names), validValue(wishes, others, `${way}.*`)])
  }
  return Object.fromEntries(entries)
}

/** Any JSON, for the fields that are stored and returned as they came. */
function freeValue(wishes: Wishes, depth: number): unknown {
  const { random, canary } = wishes
  if (depth > 0 && random.next() < 0.3)
    return { [random.pick(WORDS.slice(0, 5))]: freeValue(wishes, depth - 1) }
  if (depth > 0 && random.next() < 0.2) return [freeValue(wishes, depth - 1), null]
  return random.pick<unknown>([
    canary,
    `${canary} ${random.pick(WORDS)}`,
    0,
    -1.5,
    1e21,
    true,
    null,
    '',
    [],
    {},
  ])
}

/** A body the document shows to its readers, with ids that exist here in the place of its own. */
export function fromExample(wishes: Wishes, schema: Schema, example: unknown, way: string[] = []): unknown {
  const here = schemaAt(wishes.document, schema, way)
  if (here['x-resource'] && typeof example === 'string') return wishes.idOf(here['x-resource'])
  if (Array.isArray(example))
    return example.map((item, n) => fromExample(wishes, schema, item, [...way, String(n)]))
  if (typeof example !== 'object' || example === null) return example
  const entries = Object.entries(example)
  return Object.fromEntries(
    entries.map(([key, item]) => [key, fromExample(wishes, schema, item, [...way, key])]),
  )
}

/** `allOf` as one schema, good enough to make a value of. */
export function mergeAll(document: FuzzDocument, schema: Schema): Schema {
  const { allOf, ...own } = schema
  if (!allOf) return schema
  const parts = [...allOf.map((part) => mergeAll(document, document.resolve(part))), own]
  const properties = Object.assign({}, ...parts.map((part) => part.properties))
  const required = parts.flatMap((part) => part.required ?? [])
  return Object.assign({}, ...parts, { properties, required })
}

/** The schema of one place in a body, as far as it is known. */
export function schemaAt(document: FuzzDocument, schema: Schema, way: readonly string[]): Schema {
  const here = mergeAll(document, document.resolve(schema))
  const [key, ...rest] = way
  if (key === undefined) return here
  const shapes = [
    here,
    ...[...(here.anyOf ?? []), ...(here.oneOf ?? [])].map((part) => document.resolve(part)),
  ]
  for (const shape of shapes) {
    const others = typeof shape.additionalProperties === 'object' ? shape.additionalProperties : undefined
    const inner = shape.properties?.[key] ?? (/^\d+$/.test(key) ? shape.items : undefined) ?? others
    if (inner) return schemaAt(document, inner, rest)
  }
  return {}
}
