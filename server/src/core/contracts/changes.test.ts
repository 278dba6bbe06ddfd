import { describe, expect, it } from 'vitest'
import { changesOf } from './changes.ts'

describe('changesOf', () => {
  it.each([
    ['nothing', { a: 1, b: [1, { c: 2 }] }, { a: 1, b: [1, { c: 2 }] }, {}],
    ['a value', { a: 1, b: 2 }, { a: 1, b: 3 }, { b: { before: 2, after: 3 } }],
    ['something inside', { a: [[1, 2]] }, { a: [[1, 3]] }, { a: { before: [[1, 2]], after: [[1, 3]] } }],
    ['what was absent', {}, { a: 1 }, { a: { before: null, after: 1 } }],
    ['what is absent now', { a: 1 }, { a: undefined }, { a: { before: 1, after: null } }],
    ['absent and empty alike', { a: null }, { a: undefined }, {}],
    ['a new thing', null, { a: 1, b: null }, { a: { before: null, after: 1 } }],
    ['zero and nothing', { a: 0 }, { a: null }, { a: { before: 0, after: null } }],
  ])('%s', (_what, before, after, expected) => {
    expect(changesOf(before, after)).toEqual(expected)
  })
})
