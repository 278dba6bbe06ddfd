import { describe, expect, it } from 'vitest'
import { readAmount } from './read-amount.ts'

describe('readAmount', () => {
  it.each([
    ['', null],
    ['   ', null],
    ['480', 480],
    ['99,50', 99.5],
    ['99.5', 99.5],
    ['120+45', 165],
    ['120 + 45,50 - 0.5', 165],
    ['1 200', 1200],
    ['1\u202f200,5', 1200.5],
    ['0.1+0.2', 0.3],
    ['0', 0],
  ])('takes %j for %j', (text, amount) => {
    expect(readAmount(text)).toBe(amount)
  })

  it.each(['abc', '12a', '1,234', '1.2.3', '--5', '5+', '-5', '10-20', '1e3', '€5'])('refuses %j', (text) => {
    expect(readAmount(text)).toBe(undefined)
  })
})
