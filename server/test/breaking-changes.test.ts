import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { expandDocument } from '../../sdk/generate/expand-document.ts'
import {
  type Document,
  type Operation,
  operationsOf,
  type Schema,
} from '../src/core/contracts/openapi-document.ts'
import { breakingChanges } from './breaking-changes.ts'

const root = join(import.meta.dirname, '../..')

/** Breaks that were decided on, each with its reason. The list is emptied with every release. */
const INTENDED: [what: RegExp, reason: string][] = [
  [
    /^createObjectionDecision: body\.reason maxLength is narrower$/,
    'a longer one was answered with 500: the history takes a thousand characters',
  ],
  [
    /^createImage: multipart\/form-data\./,
    'the document took the `json` part for the whole form; what goes over the wire is the same',
  ],
  [
    /^createInspection: body\.vehicle\.(mileage|market_value)\./,
    "each amount also listed the other one's spellings, which no client sends",
  ],
  [/^updatePdfData: 200\.object_type/, 'report data is no inspection, and no client reads the word'],
  [/^getInspection: 200\.pricing answer object/, 'it was always null, because there were no prices yet'],
  [/part_source has no value classifier any more$/, 'the part segmenter took its place: pixels'],
  [/scale_source has no value plate any more$/, 'no result ever had it; nothing measured plates'],
]

const text = { type: 'string' }
const object = (properties: Record<string, Schema>, required: string[] = []): Schema => ({
  type: 'object',
  properties,
  required,
})

/** A document with one operation, changed as a case says. */
function documentWith(change: {
  body?: Schema
  answer?: Schema
  operation?: Partial<Operation>
  path?: string
}): Document {
  const operation: Operation = {
    operationId: 'updateThing',
    parameters: [{ in: 'query', name: 'order', schema: { enum: ['asc', 'desc'] } }],
    requestBody: { content: { 'application/json': { schema: change.body ?? object({ name: text }) } } },
    responses: {
      200: {
        description: '',
        content: {
          'application/json': { schema: change.answer ?? object({ id: text, name: text }, ['id']) },
        },
      },
      404: { description: '' },
    },
    ...change.operation,
  }
  return {
    openapi: '3.1.0',
    info: { title: '', version: '' },
    paths: { [change.path ?? '/things']: { patch: operation } },
    components: {
      schemas: { Thing: object({ id: text, part: { $ref: '#/components/schemas/Thing' } }, ['id']) },
    },
  }
}

const nullable = { anyOf: [text, { type: 'null' }] }
const thing = { $ref: '#/components/schemas/Thing' }

const CASES: [
  what: string,
  from: Parameters<typeof documentWith>[0],
  to: Parameters<typeof documentWith>[0],
  expected: string[],
][] = [
  ['nothing', {}, {}, []],
  ['another path', {}, { path: '/objects' }, ['has another address']],
  ['a parameter is gone', {}, { operation: { parameters: [] } }, ['query order removed']],
  [
    'a parameter takes less',
    {},
    { operation: { parameters: [{ in: 'query', name: 'order', schema: { enum: ['asc'] } }] } },
    ['query order no longer takes desc'],
  ],
  [
    'a parameter must be there',
    { operation: { parameters: [] } },
    { operation: { parameters: [{ in: 'query', name: 'q', required: true, schema: text }] } },
    ['query q now required'],
  ],
  ['a body field is new', {}, { body: object({ name: text, size: text }) }, []],
  ['a body field must be there', {}, { body: object({ name: text }, ['name']) }, ['body.name now required']],
  ['a body field is gone', {}, { body: object({}) }, ['body.name removed']],
  ['a body field takes more', {}, { body: object({ name: nullable }) }, []],
  [
    'a body field takes less',
    { body: object({ name: nullable }) },
    {},
    ['body.name request null is new or gone'],
  ],
  [
    'a body field is limited',
    {},
    { body: object({ name: { ...text, maxLength: 9 } }) },
    ['body.name maxLength is narrower'],
  ],
  [
    'a body list is shorter',
    { body: object({ all: { type: 'array', items: text, maxItems: 9 } }) },
    { body: object({ all: { type: 'array', items: text, maxItems: 5 } }) },
    ['body.all maxItems is narrower'],
  ],
  [
    'a body value is gone',
    { body: object({ name: { ...text, enum: ['a', 'b'] } }) },
    { body: object({ name: { ...text, enum: ['a', 'c'] } }) },
    ['body.name has no value b any more'],
  ],
  [
    'an answer field is new',
    {},
    { answer: object({ id: text, name: text, size: text }, ['id', 'size']) },
    [],
  ],
  ['an answer field is gone', {}, { answer: object({ id: text }, ['id']) }, ['200.name removed']],
  [
    'an answer field may be missing',
    {},
    { answer: object({ id: text, name: text }) },
    ['200.id no longer always there'],
  ],
  [
    'an answer field may be null',
    {},
    { answer: object({ id: nullable, name: text }, ['id']) },
    ['200.id answer null is new or gone'],
  ],
  [
    'an answer field has another type',
    {},
    { answer: object({ id: { type: 'number' }, name: text }, ['id']) },
    ['200.id answer number is new or gone'],
  ],
  [
    'deep inside a list',
    { answer: { type: 'array', items: object({ deep: object({ id: text }) }) } },
    { answer: { type: 'array', items: object({ deep: object({}) }) } },
    ['200[].deep.id removed'],
  ],
  ['a named schema that holds itself', { answer: thing }, { answer: thing }, []],
  ['an answer is gone', {}, { operation: { responses: { 201: { description: '' } } } }, ['200 removed']],
  [
    'an error is gone',
    {},
    {
      operation: {
        responses: {
          200: operationsOf(documentWith({}))[0]?.operation.responses[200] ?? { description: '' },
        },
      },
    },
    [],
  ],
]

describe('breakingChanges', () => {
  it.each(CASES)('%s', (_what, from, to, expected) => {
    expect(breakingChanges(documentWith(from), documentWith(to))).toEqual(
      expected.map((text) => `updateThing: ${text}`),
    )
  })

  it('an operation that is gone', () => {
    expect(breakingChanges(documentWith({}), { ...documentWith({}), paths: {} })).toEqual([
      'updateThing: removed',
    ])
  })
})

/** The document of the last release; before there is one, the last one that differs. Null outside a checkout. */
function released(current: string): Document | null {
  const git = (...words: string[]) =>
    execFileSync('git', words, {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64e6,
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  const attempt = <T>(work: () => T): T | null => {
    try {
      return work()
    } catch {
      // Git is missing, this is no checkout, or there is no tag: each is a reason to compare with less.
      return null
    }
  }
  const tag = attempt(() => git('describe', '--tags', '--abbrev=0'))
  const commits = tag
    ? [tag]
    : (attempt(() => git('log', '--format=%H', '-n', '5', '--', 'openapi.json')) ?? '').split('\n')
  const texts = commits.flatMap((commit) => attempt(() => git('show', `${commit}:openapi.json`)) ?? [])
  const before = texts.find((text) => text !== current.trim())
  return before ? JSON.parse(before) : null
}

describe('openapi.json', () => {
  const current = readFileSync(join(root, 'openapi.json'), 'utf8')
  const before = released(current)
  it.skipIf(before === null)('breaks nothing of the last release that was not meant to break', () => {
    const after: Document = JSON.parse(current)
    const broken = breakingChanges(expandDocument(before ?? after), expandDocument(after))
    expect(broken.filter((line) => !INTENDED.some(([what]) => what.test(line)))).toEqual([])
  })
})
