import { describe, expect, it } from 'vitest'
import { ringOfBox } from './masks.ts'
import { undamagedTiles } from './tiles.ts'

const tilesBeside = (...boxes: number[][]) =>
  undamagedTiles({
    size: { width: 640, height: 640 },
    rings: boxes.map((box) => ({ classIndex: 0, rings: [ringOfBox(box)] })),
  }).map(({ left, top }) => [left, top])

describe('undamagedTiles', () => {
  it('gives the quadrants and the centre of a picture without labels', () => {
    expect(tilesBeside()).toEqual([
      [0, 0],
      [320, 0],
      [0, 320],
      [320, 320],
      [160, 160],
    ])
  })

  it('leaves out the tiles that hold a label', () => {
    expect(tilesBeside([20, 20, 40, 40])).toEqual([
      [320, 0],
      [0, 320],
      [320, 320],
      [160, 160],
    ])
    expect(tilesBeside([300, 300, 40, 40])).toEqual([])
  })

  it('keeps 16 pixels away from labels', () => {
    // The tile on the right begins at 320 and looks at pixels from 304 on.
    expect(tilesBeside([100, 20, 204, 40])).toContainEqual([320, 0])
    expect(tilesBeside([100, 20, 205, 40])).not.toContainEqual([320, 0])
  })

  it('minds labels of damages the model has no class for', () => {
    const size = { width: 640, height: 640 }
    const rings = [{ classIndex: null, rings: [ringOfBox([0, 0, 640, 640])] }]
    expect(undamagedTiles({ size, rings })).toEqual([])
  })
})
