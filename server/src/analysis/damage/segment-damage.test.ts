import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { Manifest } from '../inference/manifest.ts'
import type { Models } from '../inference/model.ts'
import type { Tensors } from '../inference/tensor.ts'
import { candidatesOf, type SegmenterOutput, segmentDamage } from './segment-damage.ts'

const SIDE = 16
const CLASSES = [
  { name: 'scratch', damage_type: 'scratch' },
  { name: 'any', damage_type: null },
]

function manifestOf(
  changes: Record<string, unknown> = {},
  parameters: Record<string, unknown> = {},
): Manifest {
  return {
    name: 'damage-segmenter',
    version: '1',
    tasks: ['damage_detection'],
    title: 'test',
    weights: { file: '1/model.onnx' },
    sha256: '0'.repeat(64),
    licence: { weights: 'none', attribution: [] },
    inputs: [],
    outputs: [],
    classes: CLASSES.map((each) => ({
      ...each,
      mask_threshold: 0.5,
      present_threshold: 0.6,
      min_area_share: 4 / (SIDE * SIDE),
      calibration: { a: 1, b: 0 },
      ...changes,
    })),
    parameters: { input_side: 64, vehicle_gate: 0, ...parameters },
  }
}

/** Two spots of the first class: 6 cells at 0.8 and 3 cells at 0.9. */
function spots(present: number, any = 0.9): SegmenterOutput {
  const masks = new Float32Array(CLASSES.length * SIDE * SIDE)
  for (const cell of [17, 18, 19, 33, 34, 35]) masks[cell] = 0.8
  for (const cell of [100, 101, 102]) masks[cell] = 0.9
  return { masks, present: Float32Array.of(present, any), side: SIDE }
}

describe('candidatesOf', () => {
  it('scores a component by its presence and its mean, and drops small ones', () => {
    const found = candidatesOf(spots(0.5), manifestOf())
    expect(found.map(({ class_name, confidence, is_shown }) => [class_name, confidence, is_shown])).toEqual([
      ['scratch', 0.4, false],
    ])
    expect([...(found[0]?.cells ?? [])]).toEqual([17, 18, 19, 33, 34, 35])
  })

  it('shows it from the presence threshold on', () => {
    expect(candidatesOf(spots(0.61), manifestOf())[0]?.is_shown).toBe(true)
    expect(candidatesOf(spots(0.59), manifestOf())[0]?.is_shown).toBe(false)
  })

  it('shows nothing on a picture that is not said to show any damage', () => {
    expect(candidatesOf(spots(0.9, 0.61), manifestOf())[0]?.is_shown).toBe(true)
    const hidden = candidatesOf(spots(0.9, 0.59), manifestOf())
    expect(hidden.map(({ confidence, is_shown }) => [confidence, is_shown])).toEqual([[0.72, false]])
  })

  it('shows nothing that is less sure than the manifest asks for, however present the class is', () => {
    // 0.9 · 0.8 = 0.72, whose logit is 0.944462; with b the sigmoids are 0.2032 and 0.1978.
    const shownAt = (b: number, shown_confidence_min?: number) =>
      candidatesOf(spots(0.9), manifestOf({ calibration: { a: 1, b }, shown_confidence_min })).map(
        ({ is_shown, is_shown_on_vehicle }) => [is_shown, is_shown_on_vehicle],
      )
    expect(shownAt(-2.311, 0.2)).toEqual([[true, true]])
    expect(shownAt(-2.345, 0.2)).toEqual([[false, false]])
    expect(shownAt(-2.345)).toEqual([[true, true]])
    // 0.0978.
    expect(shownAt(-3.166)).toEqual([[false, false]])
  })

  it('has no second threshold without the class any', () => {
    const { classes, ...manifest } = manifestOf()
    const found = candidatesOf(
      { ...spots(0.9), masks: spots(0.9).masks.subarray(0, SIDE * SIDE), present: Float32Array.of(0.9) },
      { ...manifest, classes: classes.slice(0, 1) },
    )
    expect(found[0]?.is_shown).toBe(true)
  })

  it('calibrates: sigmoid(a · logit(raw) + b)', () => {
    const found = candidatesOf(spots(0.5), manifestOf({ calibration: { a: 2, b: 1 } }))
    // logit(0.4) = -0.405465; 2 · that + 1 = 0.189070; its sigmoid is 0.547127.
    expect(found[0]?.confidence).toBe(0.5471)
  })

  it('drops what is below 0.05, and puts the surest first', () => {
    expect(candidatesOf(spots(0.06), manifestOf())).toEqual([])
    const both = candidatesOf(spots(0.5), manifestOf({ min_area_share: 0 }))
    expect(both.map(({ confidence }) => confidence)).toEqual([0.45, 0.4])
  })

  it('names what is wrong in a manifest', () => {
    expect(() => candidatesOf(spots(1), manifestOf({ mask_threshold: 2 }))).toThrow(
      /classes\/0\/mask_threshold/,
    )
  })
})

/** A model that answers how red each cell is. */
function redModel(manifest: Manifest, calls: Tensors[]): Models {
  const infer = async (inputs: Tensors): Promise<Tensors> => {
    calls.push(inputs)
    const { data, shape } = inputs.images ?? { data: new Uint8Array(), shape: [] }
    const [rows = 0, side = 0] = shape
    const step = side / SIDE
    const masks = new Float32Array(rows * CLASSES.length * SIDE * SIDE)
    for (let row = 0; row < rows; row++) {
      for (let cell = 0; cell < SIDE * SIDE; cell++) {
        const [x, y] = [(cell % SIDE) * step, Math.floor(cell / SIDE) * step]
        const red = Number(data[((row * side + y) * side + x) * 3]) / 255
        masks[row * CLASSES.length * SIDE * SIDE + cell] = red
      }
    }
    const present = Float32Array.from({ length: rows * CLASSES.length }, (_, at) => (at % 2 === 0 ? 0.9 : 0))
    return {
      masks: { type: 'float32', shape: [rows, CLASSES.length, SIDE, SIDE], data: masks },
      present: { type: 'float32', shape: [rows, CLASSES.length], data: present },
    }
  }
  return { get: () => ({ manifest, infer }), findFaults: () => [], close: async () => {} }
}

async function picture(left: string, right: string): Promise<Buffer> {
  const half = { width: 60, height: 80, channels: 3 as const }
  const second = await sharp({ create: { ...half, background: right } })
    .png()
    .toBuffer()
  return sharp({ create: { width: 120, height: 80, channels: 3, background: left } })
    .composite([{ input: second, left: 60, top: 0 }])
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

describe('segmentDamage', () => {
  it('gives every picture its own rows', async () => {
    const calls: Tensors[] = []
    const jpegs = [await picture('#f00', '#000'), await picture('#000', '#f00')]
    const found = await segmentDamage(redModel(manifestOf(), calls), jpegs)
    expect(calls.map(({ images }) => images?.shape)).toEqual([[2, 64, 64, 3]])
    expect(found.map(({ masks }) => Math.round((masks[0] ?? 0) * 10))).toEqual([10, 0])
    expect(found.map(({ masks }) => Math.round((masks[SIDE - 1] ?? 0) * 10))).toEqual([0, 10])
  })

  it('refuses outputs that do not have the classes of the manifest', async () => {
    const manifest = manifestOf()
    const wrong = { ...manifest, classes: [...manifest.classes, ...manifest.classes] }
    await expect(segmentDamage(redModel(wrong, []), [await picture('#f00', '#000')])).rejects.toThrow(/masks/)
  })

  it('asks nothing for no pictures', async () => {
    const calls: Tensors[] = []
    expect(await segmentDamage(redModel(manifestOf(), calls), [])).toEqual([])
    expect(calls).toEqual([])
  })
})
