import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { snakeCase } from '../../server/src/core/contracts/snake-case.ts'
import { camelCase, normalize } from '../src/normalize.ts'
import { answerOf, bodySchema, queryOf, readApi } from './api-types.ts'
import { type Document, JSON_TYPE, operationsOf, resolve, type Schema, successOf } from './document.ts'
import { expandDocument } from './expand-document.ts'
import { operationFunctions } from './operations.ts'
import { typeText, type Writer } from './schema-text.ts'

const document: Document = expandDocument(
  JSON.parse(readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8')),
)
const api = readApi(document)
const operations = operationsOf(document).map(({ operation }) => operation)
const none: Document = { paths: {}, components: { schemas: {} } }
const writer: Writer = { document: none, names: new Map(), keyOf: camelCase }

describe('a schema as a type', () => {
  it.each<[string, Schema, string]>([
    ['text', { type: 'string' }, 'string'],
    ['a whole number', { type: 'integer' }, 'number'],
    ['anything', {}, 'unknown'],
    ['a choice', { type: 'string', enum: ['a', "b'c"] }, "'a' | 'b\\'c'"],
    ['a constant', { const: 'a' }, "'a'"],
    ['nullable', { anyOf: [{ type: 'null' }, { type: 'string' }] }, 'string | null'],
    ['several types', { type: ['string', 'null'] }, 'string | null'],
    ['a list', { type: 'array', items: { type: 'string' } }, 'string[]'],
    [
      'a list of choices',
      { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
      '(string | number)[]',
    ],
    ['an open object', { type: 'object', additionalProperties: true }, 'Record<string, unknown>'],
    ['a map', { type: 'object', additionalProperties: { type: 'number' } }, 'Record<string, number>'],
    [
      'an object',
      {
        type: 'object',
        required: ['image_id'],
        properties: { image_id: { type: 'string', description: 'of it' }, coverage_360: { type: 'number' } },
      },
      '{\n  /** of it */\n  imageId: string\n  coverage360?: number\n}',
    ],
    [
      'both of two',
      {
        allOf: [
          { type: 'object', properties: { a: {} } },
          { type: 'object', properties: { b: {} } },
        ],
      },
      '{\n  a?: unknown\n} & {\n  b?: unknown\n}',
    ],
  ])('%s', (_, schema, text) => {
    expect(typeText(writer, schema)).toBe(text)
  })

  it('fails on what it does not know', () => {
    expect(() => typeText(writer, { not: {} } as Schema, 'x')).toThrow('does not know not (in x)')
    expect(() => typeText(writer, { type: 'date' }, 'x')).toThrow('does not know the type date')
    expect(() => typeText(writer, { $ref: '#/components/schemas/Gone' })).toThrow('leads nowhere')
  })
})

describe('the types of requests', () => {
  it('name every key so that the service finds it again', () => {
    const lost = operations.flatMap((operation) =>
      [...keysOf(bodySchema(operation)), ...queryOf(operation).map(({ name }) => name)]
        // Keys that begin with a capital are values; no schema knows them in another spelling.
        .filter((key) => snakeCase(camelCase(key)) !== key)
        .map((key) => `${operation.operationId} ${key}`),
    )
    expect(lost).toEqual([])
  })
})

describe('the types of answers', () => {
  const examples = operations.flatMap((operation) =>
    Object.entries(successOf(operation)[JSON_TYPE]?.examples ?? {}).map(([name, { value }]) => ({
      name: `${operation.operationId}: ${name}`,
      operation,
      value,
    })),
  )

  it('are checked on an example of every operation that answers JSON', () => {
    const shown = new Set(examples.map(({ operation }) => operation.operationId))
    const silent = operations.filter(
      (operation) => JSON_TYPE in successOf(operation) && !shown.has(operation.operationId),
    )
    expect(silent.map(({ operationId }) => operationId)).toEqual([])
  })

  it.each(examples)('$name', ({ operation, value }) => {
    const { entities, result, paging, ...beside } = normalize(value)
    const answer = answerOf(api, operation)
    const kind = Array.isArray(result) ? 'many' : result === null ? 'none' : 'one'
    expect(answer?.result).toBe(kind)
    expect(answer?.isPaged).toBe(paging !== undefined)
    const besides = new Map(answer?.beside.map(({ name, isOptional }) => [name, isOptional]))
    expect(Object.keys(beside).filter((name) => !besides.has(name))).toEqual([])
    expect([...besides].filter(([name, isOptional]) => !isOptional && !(name in beside))).toEqual([])
    const unknown = Object.entries(entities).flatMap(([map, records]) =>
      Object.values(records ?? {}).flatMap((record) =>
        Object.keys(record)
          .filter((field) => !api.records.get(map)?.has(field))
          .map((field) => `${map}.${field}`),
      ),
    )
    expect([...new Set(unknown)]).toEqual([])
    if (answer?.map)
      for (const id of [result].flat()) expect(entities).toHaveProperty([answer.map, String(id)])
  })
})

describe('the functions', () => {
  it('are one for each operation, under its name', () => {
    const names = [...operationFunctions(document).matchAll(/^export const (\w+) = /gm)].map(
      (match) => match[1],
    )
    expect(names).toEqual(operations.map(({ operationId }) => operationId))
  })
})

/** Every key that a body may have, but for those of free objects. */
function keysOf(given: Schema | undefined, seen: Schema[] = []): string[] {
  if (!given) return []
  const schema = resolve(document, given)
  if (seen.includes(schema)) return []
  const more = [...seen, schema]
  const { properties = {}, additionalProperties, items, anyOf = [] } = schema
  const inner = [...Object.values(properties), items, ...anyOf]
  const others = typeof additionalProperties === 'object' ? keysOf(additionalProperties, more) : []
  return [...Object.keys(properties), ...inner.flatMap((one) => keysOf(one, more)), ...others]
}
