import { describe, expect, it } from 'vitest'
import { ringOfBox } from './masks.ts'
import { damagedTiles, undamagedTiles } from './tiles.ts'

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

describe('damagedTiles', () => {
  const classes = [
    { name: 'scratch', damageType: 'scratch' },
    { name: 'airbag_deployed', damageType: null },
  ]
  const tilesOf = (classIndex: number | null, box: number[]) =>
    damagedTiles(
      { size: { width: 640, height: 640 }, rings: [{ classIndex, rings: [ringOfBox(box)] }] },
      classes,
    ).map(({ left, top }) => [left, top])

  it('takes the tiles of which a damage covers 0.2 %', () => {
    // 0.2 % of 320 x 320 is 204.8 pixels.
    expect(tilesOf(0, [10, 10, 41, 5])).toEqual([[0, 0]])
    expect(tilesOf(0, [10, 10, 40, 5])).toEqual([])
    expect(tilesOf(0, [310, 10, 60, 5])).toEqual([[320, 0]])
  })

  it('takes damages without a class, and no airbags', () => {
    expect(tilesOf(null, [10, 10, 100, 100])).toEqual([[0, 0]])
    expect(tilesOf(1, [10, 10, 100, 100])).toEqual([])
  })
})
