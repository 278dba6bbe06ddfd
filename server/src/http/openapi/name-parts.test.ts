import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { expandDocument } from '../../../../sdk/generate/expand-document.ts'
import { type Document, PROBLEM_TYPE } from '../../core/contracts/openapi-document.ts'
import { nameParts } from './name-parts.ts'

const written: Document = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../openapi.json'), 'utf8'),
)
const toJson = (document: Document) => JSON.parse(JSON.stringify(document))

describe('nameParts', () => {
  it('changes nothing but where parts are written: with every reference followed, the document is the same', () => {
    const expanded = expandDocument(written)
    expect(expandDocument(toJson(nameParts(expanded)))).toEqual(expanded)
  })

  it.each<[string, (document: Document) => void, RegExp]>([
    [
      'two schemas hold the same large object',
      ({ components: { schemas } }) => {
        const properties = Object.fromEntries([...'abcdefghij'].map((name) => [name, { type: 'string' }]))
        for (const name of ['Wheel', 'Tyre'])
          schemas[name] = { type: 'object', properties: { [name]: { type: 'array', items: { properties } } } }
      },
      /^Wheel\.Wheel\.\[\] and Tyre\.Tyre\.\[\] are the same large object: give it a name in PLACES$/,
    ],
    [
      'two operations answer the same',
      ({ paths }) => {
        const responses = { 204: { description: 'Gone.' } }
        paths['/v1/wheels'] = {
          get: { operationId: 'getWheel', responses },
          put: { operationId: 'putWheel', responses },
        }
      },
      /^2 operations answer the same "204": give it a name in ANSWERS$/,
    ],
    [
      'two operations refuse the same for several reasons',
      ({ paths }) => {
        const properties = { code: { enum: ['wheel_flat', 'wheel_gone'] } }
        const content = { [PROBLEM_TYPE]: { schema: { allOf: [{ properties }] } } }
        const responses = { 418: { description: 'No.', content } }
        paths['/v1/wheels'] = {
          get: { operationId: 'getWheel', responses },
          put: { operationId: 'putWheel', responses },
        }
      },
      /^2 operations refuse with "418 wheel_flat wheel_gone": give it a name in REFUSALS$/,
    ],
  ])('fails if %s without a name', (_what, change, message) => {
    const document = expandDocument(written)
    change(document)
    expect(() => nameParts(document)).toThrow(message)
  })
})
