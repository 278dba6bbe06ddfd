import { describe, expect, it } from 'vitest'
import { boxOfCells } from './box-of-cells.ts'

describe('boxOfCells', () => {
  it('is in shares of the picture, with the last column and row in it', () => {
    expect(boxOfCells(Uint32Array.of(1 * 8 + 2, 3 * 8 + 5), 8)).toEqual({
      xmin: 2 / 8,
      ymin: 1 / 8,
      width: 4 / 8,
      height: 3 / 8,
    })
  })

  it('takes more cells than a call takes arguments', () => {
    const side = 1024
    const all = Uint32Array.from({ length: side * side }, (_, cell) => cell)
    expect(boxOfCells(all, side)).toEqual({ xmin: 0, ymin: 0, width: 1, height: 1 })
  })
})
