import { describe, expect, it } from 'vitest'
import { wilson } from './wilson.ts'

describe('wilson', () => {
  it.each([
    // Newcombe 1998, table I.
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [29, 29, 0.883, 1],
  ])('%i of %i', (held, n, low, high) => {
    const figure = wilson(held, n)
    expect(figure.value).toBeCloseTo(held / n)
    expect(figure.low).toBeCloseTo(low, 3)
    expect(figure.high).toBeCloseTo(high, 3)
  })

  it('says nothing of nothing', () => {
    expect(wilson(0, 0)).toEqual({ value: null, low: null, high: null, n: 0 })
  })
})
