import { describe, expect, it } from 'vitest'
import { type Answer, figuresOf } from './parts.ts'

const ANSWERS: Answer[] = [
  { truth: 'door', said: 'door' },
  { truth: 'door', said: null },
  { truth: 'hood', said: 'door' },
  { truth: 'hood', said: null },
]

describe('figuresOf', () => {
  it('counts answers by what was said and labels by what is true', () => {
    expect(figuresOf(ANSWERS, () => true)).toEqual({ labelled: 4, answered: 2, right: 1, precision: 0.5 })
    expect(figuresOf(ANSWERS, (part) => part === 'door')).toEqual({
      labelled: 2,
      answered: 2,
      right: 1,
      precision: 0.5,
    })
  })

  it('has no precision without answers', () => {
    expect(figuresOf(ANSWERS, (part) => part === 'hood')).toEqual({
      labelled: 2,
      answered: 0,
      right: 0,
      precision: null,
    })
  })
})
