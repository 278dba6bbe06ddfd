import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { openLocalModels } from '../../../../test/local-models.ts'
import type { Models } from '../../inference/model.ts'
import { locateWheels, wheelsOf } from './locate-wheels.ts'

const DATA = join(import.meta.dirname, '../../../../../../shared/data')
const SETTINGS = { input_side: 320, mask_threshold: 0.5, cells_min: 4, confidence_min: 0.7 }

function maskOf(rows: string[]) {
  const values = rows.flatMap((row) =>
    [...row].map((cell) => (cell === '#' ? 0.9 : cell === '+' ? 0.5 : 0.4)),
  )
  return Float32Array.from(values)
}

describe('wheelsOf', () => {
  it('makes a box of every spot, the largest first, and drops specks and unsure ones', () => {
    const mask = maskOf([
      '##......', //
      '#+......',
      '....###.',
      '....###.',
      '....###.',
      '........',
      '##....++',
      '.#....++',
    ])
    expect(wheelsOf(mask, 8, SETTINGS)).toEqual([
      { box: { xmin: 0.5, ymin: 0.25, width: 0.375, height: 0.375 }, confidence: 0.9 },
      { box: { xmin: 0, ymin: 0, width: 0.25, height: 0.25 }, confidence: 0.8 },
    ])
  })
})

describe('locateWheels', () => {
  let models: Models
  beforeAll(async () => {
    models = await openLocalModels(['wheel-locator'])
  })

  // Of another origin than the pictures of the training.
  it('finds both wheels of a car it has never seen, and the same ones again', async () => {
    const jpeg = await readFile(join(DATA, 'damage/hitl-cc0/images/10009.jpg'))
    const wheels = await locateWheels(models, jpeg)
    expect(wheels.map(({ box }) => [box.xmin + box.width / 2, box.ymin + box.height / 2])).toEqual([
      [expect.closeTo(0.66, 1), expect.closeTo(0.68, 1)],
      [expect.closeTo(0.89, 1), expect.closeTo(0.4, 1)],
    ])
    expect(await locateWheels(models, jpeg)).toEqual(wheels)
  })

  it('finds none where there are none', async () => {
    const jpeg = await readFile(join(DATA, 'vin/image_1440_jpg.jpg'))
    expect(await locateWheels(models, jpeg)).toEqual([])
  })
})
