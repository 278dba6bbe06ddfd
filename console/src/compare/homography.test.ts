import { describe, expect, it } from 'vitest'
import { applyTo, cssMatrix, inverseOf, product, scaleAt } from './homography.ts'

const TILTED = [
  [1.2, 0.1, 30],
  [-0.05, 0.9, -12],
  [0.0002, -0.0001, 1],
]

describe('an alignment', () => {
  it('and its inverse bring a point back to where it was', () => {
    const back = inverseOf(TILTED)
    if (!back) throw new Error('it has an inverse')
    const [x, y] = applyTo(back, applyTo(TILTED, [400, 250]))
    expect(x).toBeCloseTo(400, 6)
    expect(y).toBeCloseTo(250, 6)
    const [px, py] = applyTo(product(back, TILTED), [400, 250])
    expect([px, py].map(Math.round)).toEqual([400, 250])
  })

  it('that flattens the picture has none', () => {
    const flat = [
      [1, 2, 0],
      [2, 4, 0],
      [0, 0, 1],
    ]
    expect(inverseOf(flat)).toBe(null)
  })

  it('says how much larger it makes things', () => {
    const doubled = [
      [2, 0, 5],
      [0, 2, 9],
      [0, 0, 1],
    ]
    expect(scaleAt(doubled, [100, 40])).toBeCloseTo(2, 9)
  })

  it('reads column by column in a browser', () => {
    expect(cssMatrix(TILTED)).toBe('matrix3d(1.2,-0.05,0,0.0002,0.1,0.9,0,-0.0001,0,0,1,0,30,-12,0,1)')
  })
})
