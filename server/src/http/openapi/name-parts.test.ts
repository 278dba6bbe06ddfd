import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { expandDocument } from '../../../../sdk/generate/expand-document.ts'
import type { Document } from '../../core/contracts/openapi-document.ts'
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
  ])('fails if %s without a name', (_what, change, message) => {
    const document = expandDocument(written)
    change(document)
    expect(() => nameParts(document)).toThrow(message)
  })
})
