import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { openLocalModels } from '../../../../test/local-models.ts'
import type { Models } from '../../../inference/model.ts'
import { classifyPart, PART_CLASSIFIER, partOf, partSettings, squareAround } from './classify-part.ts'

const PICTURES = join(import.meta.dirname, '../../../../../../shared/data/damage/parts-damaged/images')
/** Of the test pictures: labelled, and not trained on. */
const WINDSHIELD = { file: 'p000.jpg', box: { xmin: 0.08, ymin: 0.23, width: 0.19, height: 0.16 } }
const BUMPER = { file: 'p016.jpg', box: { xmin: 0.14, ymin: 0.26, width: 0.59, height: 0.39 } }
const parameters = { input_side: 224, enlarge: 2.2, share_min: 0.35 }
const classes = [
  { name: 'door', threshold: 0.6 },
  { name: 'window', threshold: null },
]

describe('squareAround', () => {
  const cases = [
    {
      name: 'is the damage and what is around it',
      box: { xmin: 0.4, ymin: 0.4, width: 0.2, height: 0.1 },
      region: { left: 280, top: 95, width: 440, height: 440 },
    },
    {
      name: 'is moved into the picture',
      box: { xmin: 0.9, ymin: 0, width: 0.1, height: 0.4 },
      region: { left: 384, top: 0, width: 616, height: 616 },
    },
    {
      name: 'is never small: a scratch alone does not tell its part',
      box: { xmin: 0.5, ymin: 0.5, width: 0.01, height: 0.01 },
      region: { left: 383, top: 231, width: 245, height: 245 },
    },
    {
      name: 'is never larger than the picture',
      box: { xmin: 0, ymin: 0, width: 1, height: 1 },
      region: { left: 150, top: 0, width: 700, height: 700 },
    },
  ]
  it.each(cases)('$name', ({ box, region }) => {
    expect(squareAround(box, { width: 1000, height: 700 }, parameters)).toEqual(region)
  })
})

describe('partOf', () => {
  it.each([
    { scores: [0.7, 0.3], part: { class: 'door', confidence: 0.7 } },
    { scores: [0.6, 0.4], part: { class: 'door', confidence: 0.6 } },
    { scores: [0.59, 0.41], part: null },
    { scores: [0.1, 0.9], part: null },
  ])('$scores', ({ scores, part }) => {
    expect(partOf(Float32Array.from(scores.map((s) => s + 1e-6)), { classes, parameters })).toEqual(part)
  })
})

describe('classifyPart', () => {
  let models: Models
  beforeAll(async () => {
    models = await openLocalModels([PART_CLASSIFIER])
  })

  it('has a threshold of its own for every class it answers', () => {
    const { classes } = partSettings(models.get(PART_CLASSIFIER).manifest)
    expect(classes.map(({ name }) => name)).toContain('windshield')
    // Six labelled windows are too few to know when it is right.
    expect(classes.find(({ name }) => name === 'window')?.threshold).toBeNull()
  })

  it('answers the same for the same picture', async () => {
    const jpeg = await readFile(join(PICTURES, WINDSHIELD.file))
    const part = await classifyPart(models, jpeg, WINDSHIELD.box)
    expect(part?.class).toBe('windshield')
    expect(await classifyPart(models, jpeg, WINDSHIELD.box)).toEqual(part)
  })

  it('answers nothing for a part it is never sure of', async () => {
    const jpeg = await readFile(join(PICTURES, BUMPER.file))
    expect(await classifyPart(models, jpeg, BUMPER.box)).toBeNull()
  })
})
