import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { analyzedImage } from '../../../../test/analyzed-image.ts'
import { openLocalModels } from '../../../../test/local-models.ts'
import type { AnalyzedImage } from '../../analyzed-image.ts'
import type { Model, Models } from '../../inference/model.ts'
import { UNKNOWN_WHEEL } from './judge-wheel.ts'
import { runWheelAnalysis, wheelNameOf } from './run-wheel-analysis.ts'

const DATA = join(import.meta.dirname, '../../../../../../shared/data')
/** A whole car; the nearer wheel is about 290 × 450 pixels of 1280 × 960. */
const TWO_WHEELS = 'damage/hitl-cc0/images/10009.jpg'
const NO_WHEEL = 'vin/image_1440_jpg.jpg'
/** The sight of a tire at the rear left. */
const TIRE_SIGHT = 'all-1pqg1sU3'

const FRONT_LEFT_SIGHT = 'haccord-huAZfQJA'
/** Of the whole car, with its wheels where those of TWO_WHEELS are. */
const BACK_RIGHT_SIGHT = 'haccord-zNA0vVT0'

const IMAGE = analyzedImage({ image_width: 4000, image_height: 3000 })

/** The same models, whose part segmenter cannot tell from where a picture was taken. */
function withoutView(models: Models): Models {
  const unsure = (model: Model): Model => ({
    ...model,
    infer: async (inputs) => {
      const { views, ...outputs } = await model.infer(inputs)
      if (views?.type !== 'float32') throw new Error('the part segmenter has no output views')
      return { ...outputs, views: { ...views, data: views.data.map(() => 1 / views.data.length) } }
    },
  })
  const get = (name: string) => (name === 'part-segmenter' ? unsure(models.get(name)) : models.get(name))
  return { ...models, get }
}

describe('wheelNameOf', () => {
  it.each([
    { details: { wheel_name: 'wheel_front_left' }, sight_id: null, name: 'wheel_front_left' },
    { details: { wheel_name: 'wheel_front_left' }, sight_id: TIRE_SIGHT, name: 'wheel_front_left' },
    { details: {}, sight_id: TIRE_SIGHT, name: 'wheel_back_left' },
    { details: { wheel_name: 'spare_wheel' }, sight_id: TIRE_SIGHT, name: 'wheel_back_left' },
    { details: {}, sight_id: 'no-such-sight', name: null },
    { details: {}, sight_id: null, name: null },
  ])('$details and sight $sight_id: $name', ({ name, ...image }) => {
    expect(wheelNameOf(image)).toBe(name)
  })
})

describe('runWheelAnalysis', () => {
  let models: Models
  beforeAll(async () => {
    models = await openLocalModels(['wheel-locator', 'vehicle-detector', 'damage-segmenter'])
  })

  async function run(file: string, image: Partial<AnalyzedImage>) {
    const picture = { jpeg: await readFile(join(DATA, file)), sha256: '' }
    return runWheelAnalysis({ models }, picture, { ...IMAGE, ...image })
  }

  describe('with the part segmenter', () => {
    const all = ['part-segmenter', 'wheel-locator', 'vehicle-detector', 'damage-segmenter']
    let withParts: Models
    beforeAll(async () => {
      withParts = await openLocalModels(all)
    })
    const namesWith = async (image: Partial<AnalyzedImage>, models = withParts) => {
      const picture = { jpeg: await readFile(join(DATA, TWO_WHEELS)), sha256: '' }
      const found = await runWheelAnalysis({ models }, picture, { ...IMAGE, ...image })
      return { models: found.models, names: found.result.wheels.map(({ wheel_name }) => wheel_name) }
    }
    it('names the wheels that it sees', async () => {
      expect(await namesWith({})).toEqual({
        models: ['part-segmenter', 'vehicle-detector', 'damage-segmenter'],
        names: ['wheel_front_left', 'wheel_back_left'],
      })
    })

    it('takes those of the locator besides where the sight shows a wheel', async () => {
      expect(await namesWith({ sight_id: FRONT_LEFT_SIGHT })).toEqual({
        models: all,
        names: ['wheel_front_left', 'wheel_back_left'],
      })
    })

    it('reports each wheel once where the sight is of the other side and the view is not sure', async () => {
      const found = await namesWith({ sight_id: BACK_RIGHT_SIGHT }, withoutView(withParts))
      expect(found).toEqual({ models: all, names: ['wheel_front_left', 'wheel_back_left'] })
    })
  })

  it('reports all wheels of a picture of the vehicle, without names', async () => {
    const { result, models, parameters } = await run(TWO_WHEELS, {})
    expect(result.wheels.map(({ wheel_name }) => wheel_name)).toEqual([null, null])
    // The sizes are those of the picture as it was sent, not of the working picture.
    expect(result.wheels[0]?.bounding_box?.xmin).toBeGreaterThan(2000)
    expect(models).toEqual(['wheel-locator', 'vehicle-detector', 'damage-segmenter'])
    expect(parameters).toMatchObject({ locator: { mask_threshold: 0.5 } })
    expect((await run(TWO_WHEELS, {})).result).toEqual(result)
  })

  it('names them where the picture was taken for a sight of the whole vehicle', async () => {
    const { result } = await run(TWO_WHEELS, { sight_id: FRONT_LEFT_SIGHT })
    expect(result.wheels.map(({ wheel_name }) => wheel_name)).toEqual(['wheel_front_left', 'wheel_back_left'])
  })

  it('reports the one wheel a picture is about', async () => {
    const { result, models } = await run(TWO_WHEELS, { details: { wheel_name: 'wheel_front_left' } })
    expect(result.wheels).toHaveLength(1)
    expect(result.wheels[0]).toMatchObject({
      wheel_name: 'wheel_front_left',
      bounding_box: expect.anything(),
    })
    expect(models).toEqual(['wheel-locator', 'damage-segmenter'])
  })

  it('answers unknown for a named wheel that is not there, and nothing otherwise', async () => {
    expect((await run(NO_WHEEL, { sight_id: TIRE_SIGHT })).result).toEqual({
      wheels: [{ wheel_name: 'wheel_back_left', bounding_box: null, predictions: UNKNOWN_WHEEL }],
    })
    expect(await run(NO_WHEEL, {})).toMatchObject({
      result: { wheels: [] },
      models: ['wheel-locator', 'vehicle-detector'],
    })
  })
})
