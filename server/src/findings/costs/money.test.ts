import { describe, expect, it } from 'vitest'
import { amountOf, minorDigits, minorOf } from './money.ts'

describe('minorOf', () => {
  it.each([
    [0, 'EUR', 0],
    [-0, 'EUR', 0],
    [12, 'EUR', 1_200],
    [0.1 + 0.2, 'EUR', 30],
    // Each of these is a half as it is written; multiplied by 100 the first four are a little less.
    [1.005, 'EUR', 101],
    [1.255, 'EUR', 126],
    [8.345, 'EUR', 835],
    [1.115, 'EUR', 112],
    [2.675, 'EUR', 268],
    [0.005, 'EUR', 1],
    [0.0049999, 'EUR', 0],
    [1e-7, 'EUR', 0],
    [4.9e-324, 'EUR', 0],
    [1e9, 'EUR', 100_000_000_000],
    [999_999_999.994_9, 'EUR', 99_999_999_999],
    [999_999_999.995, 'EUR', 100_000_000_000],
    [1_200.5, 'JPY', 1_201],
    [1.0005, 'KWD', 1_001],
    [1.005, 'XYZ', 101],
  ])('%s %s is %s', (amount, currency, minor) => {
    expect(minorOf(amount, currency) + 0).toBe(minor)
  })
})

describe('minorDigits', () => {
  // The digits of ISO 4217, not those a locale shows: a runtime shows forints without any.
  it.each([
    ['EUR', 2],
    ['HUF', 2],
    ['JPY', 0],
    ['KWD', 3],
    ['CLF', 4],
    ['XYZ', 2],
  ])('%s has %s', (currency, digits) => {
    expect(minorDigits(currency)).toBe(digits)
  })
})

describe('amountOf', () => {
  it.each([
    [0, 'EUR', 0],
    [1, 'EUR', 0.01],
    [110, 'EUR', 1.1],
    [100_000_000_000, 'EUR', 1e9],
    [1_201, 'JPY', 1_201],
    [1_001, 'KWD', 1.001],
  ])('%s minor units of %s are %s', (minor, currency, amount) => {
    expect(amountOf(minor, currency)).toBe(amount)
  })

  it('gives back every amount that has whole cents', () => {
    for (let minor = 0; minor < 100_000; minor += 7)
      expect(minorOf(amountOf(minor, 'EUR'), 'EUR')).toBe(minor)
  })
})
