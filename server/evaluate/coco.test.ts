import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { meaningOf, readCoco } from './coco.ts'
import { countSet } from './masks.ts'

const classes = [
  { name: 'scratch', damageType: 'scratch' },
  { name: 'broken_or_missing', damageType: 'missing_piece' },
  { name: 'any', damageType: null },
]

describe('meaningOf', () => {
  it.each([
    [{ id: 1, name: 'scratch' }, { classIndex: 0 }],
    [{ id: 1, name: 'cizik' }, { classIndex: 0 }],
    [{ id: 1, name: 'Kratzer', damage_type: 'scratch' }, { classIndex: 0 }],
    [{ id: 1, name: 'x', source_name: 'kirik-kayip' }, { classIndex: 1 }],
    [{ id: 1, name: 'missing_piece' }, { classIndex: 1 }],
    [{ id: 1, name: 'rust', damage_type: 'rustiness' }, { classIndex: null }],
    [{ id: 1, name: 'shadow' }, 'no_damage'],
    [{ id: 1, name: 'car' }, 'no_damage'],
  ])('%j is %j', (category, meaning) => {
    expect(meaningOf(category, classes)).toEqual(meaning)
  })
})

describe('readCoco', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'coco-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const write = (annotations: object[]) =>
    writeFileSync(
      join(folder, 'annotations.coco.json'),
      JSON.stringify({
        images: [{ id: 7, file_name: 'a.jpg', width: 100, height: 50 }],
        categories: [
          { id: 1, name: 'scratch' },
          { id: 2, name: 'car' },
        ],
        annotations: annotations.map((annotation, id) => ({ id, image_id: 7, ...annotation })),
      }),
    )

  it('draws polygons and boxes on the grid, and says what it could not use', async () => {
    write([
      { category_id: 1, segmentation: [[0, 0, 50, 0, 50, 50, 0, 50]] },
      { category_id: 1, segmentation: [], bbox: [50, 0, 50, 25] },
      { category_id: 2, segmentation: [[0, 0, 100, 0, 100, 50]] },
    ])
    const { pictures, remarks } = readCoco(folder, classes)
    const labels = (await pictures[0]?.readLabels({ width: 10, height: 10 })) ?? []
    expect(labels.map((label) => [label.classIndex, countSet(label.mask)])).toEqual([
      [0, 50],
      [0, 25],
    ])
    expect(remarks).toEqual([
      'not taken as damage: car',
      '1 labels are boxes only; IoU, AP and recall by size say little there',
    ])
  })

  it('refuses run-length masks', () => {
    write([{ category_id: 1, segmentation: { counts: [1, 2], size: [50, 100] } }])
    expect(() => readCoco(folder, classes)).toThrow('Export the set with polygons')
  })

  it('says which file is missing', () => {
    expect(() => readCoco(join(folder, 'nowhere'), classes)).toThrow('annotations.coco.json')
  })
})
