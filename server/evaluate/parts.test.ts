import { describe, expect, it } from 'vitest'
import { type Answer, figuresOf } from './parts.ts'

const ANSWERS: Answer[] = [
  { picture: 0, truth: 'door', said: 'door' },
  { picture: 0, truth: 'door', said: null },
  { picture: 1, truth: 'hood', said: 'door' },
  { picture: 2, truth: 'hood', said: null },
]

/** One answer right and one wrong, on two pictures: draws give anything. */
const HALF = { value: 0.5, low: 0, high: 1, n: 2 }

describe('figuresOf', () => {
  it('counts answers by what was said and labels by what is true', () => {
    expect(figuresOf(ANSWERS, () => true)).toEqual({
      labelled: 4,
      answered: 2,
      right: 1,
      precision: HALF,
    })
    expect(figuresOf(ANSWERS, (part) => part === 'door')).toEqual({
      labelled: 2,
      answered: 2,
      right: 1,
      precision: HALF,
    })
  })

  it('has no precision without answers', () => {
    expect(figuresOf(ANSWERS, (part) => part === 'hood')).toEqual({
      labelled: 2,
      answered: 0,
      right: 0,
      precision: { value: null, low: null, high: null, n: 0 },
    })
  })
})
