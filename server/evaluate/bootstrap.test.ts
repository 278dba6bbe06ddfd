import { describe, expect, it } from 'vitest'
import { bootstrap, percentile, randomOf } from './bootstrap.ts'

const mean = (values: readonly number[]) => (weights: ArrayLike<number>) => {
  let [sum, all] = [0, 0]
  values.forEach((value, unit) => {
    sum += value * (weights[unit] ?? 0)
    all += weights[unit] ?? 0
  })
  return { mean: sum / all }
}

describe('bootstrap', () => {
  const coins = Array.from({ length: 400 }, (_, unit) => unit % 2)

  it('gives the interval of a mean that theory gives', () => {
    const { mean: figure } = bootstrap(400, { mean: 400 }, mean(coins))
    // Half the interval is 1.96 · 0.5 / √400 = 0.049.
    expect(figure.value).toBe(0.5)
    expect(figure.low).toBeGreaterThan(0.44)
    expect(figure.low).toBeLessThan(0.46)
    expect(figure.high).toBeGreaterThan(0.54)
    expect(figure.high).toBeLessThan(0.56)
    expect(figure.n).toBe(400)
  })

  it('draws as many units as there are, the same ones every time', () => {
    const seen: number[][] = []
    const compute = (weights: ArrayLike<number>) => {
      seen.push(Array.from(weights))
      return { one: 0.5 }
    }
    bootstrap(5, { one: 5 }, compute, 3)
    bootstrap(5, { one: 5 }, compute, 3)
    expect(seen.slice(0, 4)).toEqual(seen.slice(4))
    expect(seen.every((weights) => weights.reduce((sum, weight) => sum + weight, 0) === 5)).toBe(true)
    expect(new Set(seen.slice(0, 3).map(String)).size).toBe(3)
  })

  it('leaves out draws without a value, and says null when there is none at all', () => {
    const figures = bootstrap(2, { some: 1, none: 0 }, (weights) => ({
      some: weights[0] === 0 ? Number.NaN : 1,
      none: Number.NaN,
    }))
    expect(figures.some).toMatchObject({ value: 1, high: 1, n: 1 })
    expect(figures.none).toEqual({ value: null, low: null, high: null, n: 0 })
  })

  it('says of what is the same on all units how much it may vary on others', () => {
    // After Wilson: none of 28 may be 0.12, all of 15 may be 0.80. Two units say nothing of the second.
    const figures = bootstrap(28, { none: 28, all: 15 }, (weights) => {
      const about = Array.from(weights).slice(0, 15)
      return { none: 0, all: about.some((weight) => weight > 0) ? 1 : Number.NaN }
    })
    expect(figures).toEqual({
      none: { value: 0, low: 0, high: 0.1206, n: 28 },
      all: { value: 1, low: 0.7961, high: 1, n: 15 },
    })
  })
})

describe('percentile', () => {
  it.each([
    [[1, 2, 3, 4, 5], 0.5, 3],
    [[1, 2], 0.25, 1.25],
    [[7], 0.975, 7],
  ])('%j at %d is %d', (sorted, share, value) => {
    expect(percentile(sorted, share)).toBe(value)
  })
})

describe('randomOf', () => {
  it('spreads over the whole range', () => {
    const random = randomOf(1)
    const counts = new Array(10).fill(0)
    for (let i = 0; i < 10_000; i++) counts[Math.floor(random() * 10)]++
    expect(Math.min(...counts)).toBeGreaterThan(900)
    expect(Math.max(...counts)).toBeLessThan(1100)
  })
})
