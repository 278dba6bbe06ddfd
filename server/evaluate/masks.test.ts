import { describe, expect, it } from 'vitest'
import { countSet, fillRings, ringOfBox } from './masks.ts'

const rows = (mask: Uint8Array, width: number) =>
  Array.from({ length: mask.length / width }, (_, row) =>
    [...mask.subarray(row * width, (row + 1) * width)].join(''),
  )

describe('fillRings', () => {
  it('sets the cells whose centre lies inside', () => {
    const mask = fillRings([ringOfBox([8, 4, 8, 8])], { width: 24, height: 16 }, { width: 6, height: 4 })
    expect(rows(mask, 6)).toEqual(['000000', '001100', '001100', '000000'])
  })

  it('leaves out a cell whose centre is just outside', () => {
    const size = { width: 4, height: 4 }
    const at = (left: number, right: number) =>
      rows(fillRings([[left, 0, right, 0, right, 4, left, 4]], size, size), 4)[0]
    expect(at(0.5, 2.5)).toBe('1100')
    expect(at(0.6, 2.6)).toBe('0110')
  })

  it('follows a slanted edge', () => {
    const size = { width: 4, height: 4 }
    expect(rows(fillRings([[0, -0.2, 4.2, 4, 0, 4]], size, size), 4)).toEqual([
      '1000',
      '1100',
      '1110',
      '1111',
    ])
  })

  it('joins overlapping rings instead of cutting holes', () => {
    const size = { width: 6, height: 2 }
    const mask = fillRings([ringOfBox([0, 0, 4, 2]), ringOfBox([2, 0, 4, 2])], size, size)
    expect(countSet(mask)).toBe(12)
  })

  it('stays inside a grid that the ring leaves', () => {
    const size = { width: 4, height: 2 }
    expect(rows(fillRings([ringOfBox([-5, -5, 7, 20])], size, size), 4)).toEqual(['1100', '1100'])
  })
})
