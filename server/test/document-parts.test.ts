import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Document, Schema } from '../src/core/contracts/openapi-document.ts'

const text = readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8')
const document: Document = JSON.parse(text)
const LONG = 200
/** For 117 operations. No long schema stands twice; a fifth of the file are examples, which cannot refer to each other. */
const BYTES_MAX = 660_000
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))

describe('the parts of openapi.json', () => {
  it('are small enough together to be read', () => {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(BYTES_MAX)
  })

  it('every refusal has a name', () => {
    const nameless = operations.flatMap(({ operationId, responses }) =>
      Object.entries(responses)
        .filter(([status, answer]) => Number(status) >= 400 && !('$ref' in answer))
        .map(([status]) => `${operationId} ${status}`),
    )
    expect(nameless).toEqual([])
  })

  it('every body and every JSON response has a named schema', () => {
    const nameless = operations.flatMap(({ operationId, requestBody, responses }) => {
      const answers = Object.values(responses).flatMap((answer) => ('$ref' in answer ? [] : [answer.content]))
      const media = [requestBody?.content, ...answers].flatMap((content) => Object.entries(content ?? {}))
      return media
        .filter(([type, { schema }]) => /json|form-data/.test(type) && schema && !schema.$ref)
        .map(([type]) => `${operationId} ${type}`)
    })
    expect(nameless).toEqual([])
  })

  it('no long schema is written twice', () => {
    const seen = new Map<string, number>()
    JSON.parse(text, (_key, value: Schema | unknown) => {
      if (!isObjectSchema(value)) return value
      const { description: _description, ...schema } = value
      const key = JSON.stringify(schema)
      if (key.length > LONG) seen.set(key, (seen.get(key) ?? 0) + 1)
      return value
    })
    expect([...seen].filter(([, count]) => count > 1).map(([key]) => key.slice(0, 200))).toEqual([])
  })
})

function isObjectSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && 'properties' in value && 'type' in value
}
