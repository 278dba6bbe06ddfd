import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { expandDocument } from '../../sdk/generate/expand-document.ts'
import { sdkFiles } from '../../sdk/generate/sdk-files.ts'
import { createSchemaSql, FIRST_MIGRATION } from '../generate/create-schema.ts'
import { openapiDocument } from '../generate/openapi.ts'
import { configurationPage, errorsPage } from '../generate/reference-pages.ts'
import { specificationPage } from '../generate/specification-page.ts'
import {
  type Document,
  ENTITIES_TYPE,
  JSON_TYPE,
  type Operation,
  operationsOf,
} from '../src/core/contracts/openapi-document.ts'
import { findUnbound } from './bindings.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
const how = 'differs from the code: run `pnpm generate` and commit the result'

describe('generated files', () => {
  it('openapi.json is what the routes say', async () => {
    expect(read('openapi.json') === (await openapiDocument()), `openapi.json ${how}`).toBe(true)
  })

  it('docs/errors.md and docs/configuration.md are what the tables say', () => {
    expect(read('docs/errors.md') === errorsPage(), `docs/errors.md ${how}`).toBe(true)
    expect(read('docs/configuration.md') === configurationPage(), `docs/configuration.md ${how}`).toBe(true)
  })

  it('the first migration is what server/schema says', () => {
    expect(read(FIRST_MIGRATION) === createSchemaSql(), `${FIRST_MIGRATION} ${how}`).toBe(true)
  })

  it('docs/specification.md is what the rows of the specification say', () => {
    expect(read('docs/specification.md') === specificationPage(), `docs/specification.md ${how}`).toBe(true)
  })
})

describe('the SDK', () => {
  it('is what openapi.json says', () => {
    for (const [file, text] of Object.entries(sdkFiles(JSON.parse(read('openapi.json')))))
      expect(read(file) === text, `${file} ${how}`).toBe(true)
  })
})

describe('openapi.json', () => {
  const document: Document = expandDocument(JSON.parse(read('openapi.json')))
  const operations = operationsOf(document).map(({ path, operation }) => ({ path, ...operation }))
  const idsOf = (wrong: { operationId: string }[]) => wrong.map(({ operationId }) => operationId)

  it('every operation has an id of its own, says what it does, and has one tag that is described', () => {
    expect(operations.filter(({ operationId }) => !operationId)).toEqual([])
    expect(new Set(idsOf(operations)).size).toBe(operations.length)
    expect(idsOf(operations.filter(({ summary, description }) => !summary || !description))).toEqual([])
    const tags = new Set((document.tags ?? []).map(({ name }) => name))
    expect(idsOf(operations.filter((operation) => operation.tags?.length !== 1))).toEqual([])
    expect(idsOf(operations.filter((operation) => !tags.has(operation.tags?.[0] ?? '')))).toEqual([])
  })

  it('every parameter says what it means', () => {
    const silent = operations.flatMap(({ operationId, parameters = [] }) =>
      parameters.filter(({ description }) => !description).map(({ name }) => `${operationId} ${name}`),
    )
    expect(silent).toEqual([])
  })

  it('every operation says of each id it takes what it is an id of', () => {
    expect(findUnbound(document)).toEqual([])
  })

  it('an operation that does not say so is found', () => {
    const properties = { image_ids: { items: {} }, of: { items: { properties: { damage_id: {} } } } }
    const createWheel: Operation = {
      operationId: 'createWheel',
      parameters: [{ in: 'path', name: 'wheel_id', schema: {} }],
      requestBody: { content: { [JSON_TYPE]: { schema: { anyOf: [{ properties }] } } } },
      responses: {},
    }
    const paths = { ...document.paths, '/v1/wheels/{wheel_id}': { post: createWheel } }
    expect(findUnbound({ ...document, paths })).toEqual([
      'createWheel wheel_id does not say what it is an id of',
      'createWheel body.image_ids does not say what it is an id of',
      'createWheel body.of.damage_id does not say what it is an id of',
      'createWheel declares no id of anything',
    ])
  })

  it('writes take an Idempotency-Key, reads an If-None-Match, and every answer has a request id', () => {
    const takes = (operation: Operation, header: string) =>
      operation.parameters?.some(({ in: place, name }) => place === 'header' && name === header) === true
    // What is made while it is sent is new each time.
    const isStream = ({ responses }: Operation) =>
      ['text/event-stream', 'application/x-tar'].some((type) => type in (responses['200']?.content ?? {}))
    const wrong = operationsOf(document).filter(
      ({ method, operation }) =>
        // Without a token there is nobody whose key it could be.
        takes(operation, 'Idempotency-Key') !== (method !== 'GET' && !operation.security) ||
        takes(operation, 'If-None-Match') !== (method === 'GET' && !isStream(operation)) ||
        takes(operation, 'If-Match') !== '412' in operation.responses,
    )
    expect(wrong.map(({ operation }) => operation.operationId)).toEqual([])
    const silent = operations.flatMap(({ operationId, responses }) =>
      Object.entries(responses)
        .filter(([, { headers }]) => !headers?.['X-Request-Id'])
        .map(([status]) => `${operationId} ${status}`),
    )
    expect(silent).toEqual([])
  })

  it('every JSON answer comes in both forms', () => {
    const contents = operations.flatMap(({ responses }) =>
      Object.values(responses).map(({ content }) => Object.keys(content ?? {})),
    )
    const single = contents.filter((types) => types.includes(JSON_TYPE) !== types.includes(ENTITIES_TYPE))
    expect(single).toEqual([])
    expect(contents.some((types) => types.includes(JSON_TYPE))).toBe(true)
  })

  it('every reference leads somewhere', () => {
    const written: Document = JSON.parse(read('openapi.json'))
    const references = [...read('openapi.json').matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      (match) => match[1] ?? '',
    )
    const found = (way: string) =>
      way.split('/').reduce<unknown>((at, key) => Reflect.get(Object(at), key), written) !== undefined
    expect(references.length).toBeGreaterThan(0)
    expect(references.filter((way) => !found(way))).toEqual([])
  })
})
