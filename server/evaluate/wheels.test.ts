import { describe, expect, it } from 'vitest'
import { countRight } from './wheels.ts'

const box = (xmin: number, width = 0.2) => ({ xmin, ymin: 0, width, height: 0.2 })

describe('countRight', () => {
  it.each([
    { name: 'one on each wheel', found: [box(0.1), box(0.5)], wheels: [box(0.5), box(0.1)], right: 2 },
    { name: 'a wheel is found once', found: [box(0.1), box(0.12)], wheels: [box(0.1)], right: 1 },
    { name: 'near enough', found: [box(0.18)], wheels: [box(0.1)], right: 1 },
    { name: 'too far off', found: [box(0.19)], wheels: [box(0.1)], right: 0 },
    { name: 'each takes its nearest', found: [box(0.14), box(0.1)], wheels: [box(0.1), box(0.2)], right: 1 },
    { name: 'nothing there', found: [box(0.1)], wheels: [], right: 0 },
  ])('$name', ({ found, wheels, right }) => {
    expect(countRight(found, wheels)).toBe(right)
  })
})
