import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { analyzedImage } from '../../../../test/analyzed-image.ts'
import { openLocalModels } from '../../../../test/local-models.ts'
import { PART_CLASSES, PART_PARAMETERS, partMapOf } from '../../../../test/part-map.ts'
import type { DamageDetectionResult } from '../../../core/contracts/findings.ts'
import type { AnalyzedImage } from '../../analyzed-image.ts'
import type { Manifest } from '../../inference/manifest.ts'
import { type Models, ModelUnavailable } from '../../inference/model.ts'
import type { Tensors } from '../../inference/tensor.ts'
import { SIGHT_IDS, sightOf } from '../../sights.ts'
import { runDamageDetection } from './run-damage-detection.ts'

const PICTURES = join(import.meta.dirname, '../../../../../../shared/data/damage')
const SIDE = 32
const CLASSES = ['scratch', 'dent', 'airbag_deployed', 'any']
const TYPES = ['scratch', 'dent', null, null]

const imageOf = (changes: Partial<AnalyzedImage> = {}) =>
  analyzedImage({ vehicle_type: 'hatchback', ...changes })

const sightWith = (label: string) => SIGHT_IDS.find((id) => sightOf(id)?.label === label) ?? null

function manifestOf(name: string, vehicle_gate: number): Manifest {
  return {
    name,
    version: '1',
    tasks: [],
    title: name,
    weights: { file: '1/model.onnx' },
    sha256: '0'.repeat(64),
    licence: { weights: 'none', attribution: [] },
    inputs: [],
    outputs: [],
    classes: CLASSES.map((name, at) => ({
      name,
      damage_type: TYPES[at] ?? null,
      mask_threshold: 0.5,
      present_threshold: 0.5,
      vehicle_present_threshold: 0.6,
      min_area_share: 0,
      calibration: { a: 1, b: 0 },
    })),
    parameters: { input_side: 64, vehicle_gate, part_gate: 0.5 },
  }
}

type Spot = { name: string; column: number; row: number; half: number; score: number; present?: number }
type Box = [left: number, top: number, right: number, bottom: number]

/** A segmenter that sees square spots, and a detector that sees one car; none without a box. */
function fakeModels(spots: Spot[], box: Box | null, shareMin = 0.3): Models {
  const masks = new Float32Array(CLASSES.length * SIDE * SIDE)
  const present = new Float32Array(CLASSES.length)
  for (const { name, column, row, half, score, present: presence = 0.9 } of spots) {
    const at = CLASSES.indexOf(name)
    present[at] = presence
    present[CLASSES.indexOf('any')] = 0.9
    for (let y = row - half; y <= row + half; y++)
      for (let x = column - half; x <= column + half; x++) masks[(at * SIDE + y) * SIDE + x] = score
  }
  const scores = new Float32Array(90)
  scores[2] = 0.9
  const answers: Record<string, Tensors> = {
    'damage-segmenter': {
      masks: { type: 'float32', shape: [1, CLASSES.length, SIDE, SIDE], data: masks },
      present: { type: 'float32', shape: [1, CLASSES.length], data: present },
    },
    'vehicle-detector': {
      boxes: { type: 'float32', shape: [1, 1, 4], data: Float32Array.from(box ?? []) },
      scores: { type: 'float32', shape: [1, 1, 90], data: scores },
    },
  }
  return {
    get: (name) => {
      const answer = answers[name]
      if (!answer || (name === 'vehicle-detector' && !box)) throw new ModelUnavailable(`${name} is not here`)
      return { manifest: manifestOf(name, shareMin), infer: async () => answer }
    },
    findFaults: () => [],
    close: async () => {},
  }
}

let plain: { jpeg: Buffer; sha256: string }
beforeAll(async () => {
  const jpeg = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer()
  plain = { jpeg, sha256: 'none' }
})

const spotOf = (changes: Partial<Spot> = {}): Spot => ({
  name: 'scratch',
  column: 14,
  row: 17,
  half: 1,
  score: 0.8,
  ...changes,
})
const CAR: Box = [0.1, 0.2, 0.9, 0.8]

describe('runDamageDetection', () => {
  it.each([
    { present: 0.55, box: CAR, is_shown: false },
    { present: 0.65, box: CAR, is_shown: true },
    { present: 0.55, box: null, is_shown: true },
  ])(
    'asks for more on a picture of the vehicle than on a close-up: $present',
    async ({ present, box, is_shown }) => {
      const models = fakeModels([spotOf({ present })], box)
      const { result } = await runDamageDetection({ models }, plain, imageOf())
      expect(result.damages).toMatchObject([{ is_shown }])
    },
  )

  it('gives every candidate its outline, part and size', async () => {
    const image = imageOf({ sight_id: sightWith('lateral-full-left') })
    const found = await runDamageDetection({ models: fakeModels([spotOf()], CAR) }, plain, image)
    expect(found.models).toEqual(['damage-segmenter', 'vehicle-detector'])
    expect(found.parameters).toMatchObject({ input_side: 64, classes: [{ name: 'scratch' }, {}, {}, {}] })
    expect(found.result).toMatchObject({
      has_deployed_airbag: false,
      vehicle: { xmin: 160, ymin: 240, width: 1280, height: 720 },
      scale_source: 'sight',
    })
    // A hatchback of 430 cm over 1280 pixels.
    expect(found.result.min_resolvable_mm).toBeCloseTo((8 * 4300) / 1280, 0)
    const [damage] = found.result.damages
    expect(damage).toMatchObject({
      damage_type: 'scratch',
      confidence: 0.72,
      is_shown: true,
      part_type: 'door_front_left',
      part_confidence: 0.9,
      part_source: 'sight',
    })
    // Three cells of 50 by 37.5 pixels from (650, 600), the outline a little inside or outside of their edges.
    expect(damage?.bounding_box.xmin).toBeGreaterThan(630)
    expect(damage?.bounding_box.width).toBeGreaterThan(130)
    expect(damage?.bounding_box.width).toBeLessThan(170)
    expect(damage?.size_cm).toBeGreaterThan(40)
    expect(damage?.size_cm_high).toBeGreaterThan(damage?.size_cm ?? 0)
  })

  it('finds damages without the other models, and knows less of them', async () => {
    const image = imageOf({ sight_id: sightWith('lateral-full-left') })
    const found = await runDamageDetection({ models: fakeModels([spotOf()], null) }, plain, image)
    expect(found.models).toEqual(['damage-segmenter'])
    expect(found.result.damages[0]).toMatchObject({ part_type: 'ignore', size_cm: null })
    expect(found.result).toMatchObject({ vehicle: null, scale_source: null, min_resolvable_mm: null })
  })

  describe('the part segmenter', () => {
    const segmenter: Manifest = {
      ...manifestOf('part-segmenter', 0),
      classes: PART_CLASSES,
      parameters: PART_PARAMETERS,
    }
    const answerFor = (part: string): Tensors => {
      const { parts, left, views, side } = partMapOf(part, { left: 0.05 })
      return {
        parts: { type: 'float32', shape: [1, PART_CLASSES.length, side, side], data: parts },
        left: { type: 'float32', shape: [1, 1, side, side], data: left },
        views: { type: 'float32', shape: [1, 3], data: views },
      }
    }
    const answer = answerFor('door_front')

    async function run(image: Partial<AnalyzedImage>, said = answer) {
      const models = fakeModels([spotOf()], CAR)
      const get: Models['get'] = (name) =>
        name === segmenter.name ? { manifest: segmenter, infer: async () => said } : models.get(name)
      return runDamageDetection({ models: { ...models, get } }, plain, imageOf(image))
    }

    it('names the part and the side without a word from the client', async () => {
      const found = await run({})
      expect(found.models).toEqual(['damage-segmenter', 'vehicle-detector', 'part-segmenter'])
      expect(found.result.damages[0]).toMatchObject({ part_type: 'door_front_right', part_source: 'pixels' })
      expect(found.result.seen_view).toEqual({ prediction: 'front', confidence: 0.7 })
    })

    it('lets no damage be shown where such a damage cannot be', async () => {
      const [onDoor, onLamp] = [await run({}), await run({}, answerFor('head_light'))]
      expect(onDoor.result.damages).toMatchObject([{ damage_type: 'scratch', is_shown: true }])
      expect(onLamp.result.damages).toMatchObject([{ damage_type: 'scratch', is_shown: false }])
    })

    it('that answers something else than its manifest says stops the task', async () => {
      const wrong = {
        ...answer,
        views: { type: 'float32' as const, shape: [1, 1], data: Float32Array.of(1) },
      }
      await expect(run({}, wrong)).rejects.toThrow('part-segmenter answered other sizes')
    })
  })

  it('fails without the segmenter', async () => {
    const models: Models = {
      get: (name) => {
        throw new ModelUnavailable(`${name} is not here`)
      },
      findFaults: () => [],
      close: async () => {},
    }
    await expect(runDamageDetection({ models }, plain, imageOf())).rejects.toThrow(ModelUnavailable)
  })

  it('says of an airbag that it is there, but does not call it a damage', async () => {
    const spots = [spotOf({ name: 'airbag_deployed' }), spotOf({ name: 'any' })]
    const found = await runDamageDetection({ models: fakeModels(spots, CAR) }, plain, imageOf())
    expect(found.result).toMatchObject({ damages: [], has_deployed_airbag: true })
  })

  it('drops what lies beside the vehicle, where the model asks for that', async () => {
    const beside = [spotOf({ column: 30, row: 2 })]
    const kept = await runDamageDetection({ models: fakeModels(beside, CAR) }, plain, imageOf())
    expect(kept.result.damages).toEqual([])
    const open = await runDamageDetection({ models: fakeModels(beside, CAR, 0) }, plain, imageOf())
    expect(open.result.damages).toHaveLength(1)
    // A small car far behind a close-up says nothing.
    const far: Box = [0.1, 0.1, 0.3, 0.3]
    const close = await runDamageDetection({ models: fakeModels(beside, far) }, plain, imageOf())
    expect(close.result.damages).toHaveLength(1)
  })

  it('keeps the 50 surest', async () => {
    const spots: Spot[] = []
    for (let row = 0; row < SIDE; row += 4)
      for (let column = 0; column < SIDE; column += 4)
        spots.push(spotOf({ row, column, half: 0, score: 0.6 + (row * SIDE + column) / 5000 }))
    const found = await runDamageDetection({ models: fakeModels(spots, null) }, plain, imageOf())
    const confidences = found.result.damages.map(({ confidence }) => confidence)
    expect(spots).toHaveLength(64)
    expect(confidences).toHaveLength(50)
    expect(confidences).toEqual(confidences.toSorted((a, b) => b - a))
    expect(confidences[0]).toBeCloseTo(0.9 * (0.6 + (28 * SIDE + 28) / 5000), 3)
  })

  it.each(['front-seats', 'vin', 'dashboard'])('asks no model about a picture of %s', async (label) => {
    const image = imageOf({ sight_id: sightWith(label) })
    const found = await runDamageDetection({ models: fakeModels([spotOf()], CAR) }, plain, image)
    expect(found).toMatchObject({ models: [], result: { damages: [], vehicle: null } })
  })
})

describe('with the weights of the repository', () => {
  // The weights will change; what a result looks like must not.
  it('gives well-formed results, the same every time', async () => {
    const models = await openLocalModels(['damage-segmenter', 'vehicle-detector'])
    const results: DamageDetectionResult[] = []
    for (const file of ['bilgi/images/b000.jpg', 'bilgi/images/b012.jpg', 'bilgi/images/b036.jpg']) {
      const jpeg = readFileSync(join(PICTURES, file))
      const picture = { jpeg, sha256: createHash('sha256').update(jpeg).digest('hex') }
      const image = imageOf({ image_width: 2560, image_height: 1920 })
      const { result } = await runDamageDetection({ models }, picture, image)
      const again = await runDamageDetection({ models }, picture, image)
      expect(JSON.stringify(again.result)).toBe(JSON.stringify(result))
      results.push(result)
    }
    const damages = results.flatMap((result) => result.damages)
    expect(damages.length).toBeGreaterThan(0)
    for (const { confidence, bounding_box, polygons, part_type } of damages) {
      expect(confidence).toBeGreaterThanOrEqual(0.05)
      expect(confidence).toBeLessThan(1)
      expect(part_type).toBe('ignore')
      const { xmin, ymin, width, height } = bounding_box
      expect(width > 0 && height > 0 && xmin >= 0 && ymin >= 0).toBe(true)
      expect(xmin + width <= 2560.05 && ymin + height <= 1920.05).toBe(true)
      for (const [x, y] of polygons.flat()) {
        expect(x >= xmin && x <= xmin + width + 0.05).toBe(true)
        expect(y >= ymin && y <= ymin + height + 0.05).toBe(true)
      }
    }
  })
})
