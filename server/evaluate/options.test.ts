import { describe, expect, it } from 'vitest'
import type { DamageClass } from '../src/analysis/damage/segmenter-settings.ts'
import { choose } from './calibrate.ts'
import { draftsOf, maskIou, optionsOf } from './options.ts'
import { type Kind, MASK_THRESHOLDS, sampleOf } from './samples.ts'

const SIDE = 40
const CELLS = SIDE * SIDE
const KNOWN: DamageClass[] = ['scratch', 'any'].map((name) => ({
  name,
  damage_type: name === 'scratch' ? 'scratch' : null,
  mask_threshold: 0.5,
  present_threshold: 0.5,
  min_area_share: 0,
  calibration: { a: 1, b: 0 },
}))

const rowsMask = (rows: number) => Uint8Array.from({ length: CELLS }, (_, at) => (at < rows * SIDE ? 1 : 0))

type Shape = { kind: Kind; present: number; any?: number; score?: number; truth?: number; car?: boolean }

/** The first four rows are marked; the label covers `truth` rows. The car, if any, is in the lower half. */
function sample({ kind, present, any = 0.9, score = 0.8, truth = 0, car = false }: Shape) {
  const masks = new Float32Array(2 * CELLS)
  masks.fill(score, 0, 4 * SIDE)
  masks.fill(score, CELLS, CELLS + 4 * SIDE)
  const box = { left: 0, top: 0.5, right: 1, bottom: 1 }
  const main = car ? { kind: 'car' as const, score: 0.9, box } : null
  return sampleOf(
    {
      kind,
      output: { masks, present: Float32Array.of(present, any), side: SIDE },
      labels: truth > 0 ? [{ classIndex: 0, mask: rowsMask(truth) }] : [],
      detection: { vehicles: main ? [main] : [], main },
    },
    KNOWN,
    0.3,
  )
}

const optionAt = (samples: ReturnType<typeof sample>[], present: number, any = 0) =>
  optionsOf(draftsOf(samples, 1)[0] ?? [], any).find(
    ({ thresholds }) => thresholds.present_threshold === present && thresholds.mask_threshold === 0.5,
  )

describe('optionsOf', () => {
  it('counts what is shown at each threshold', () => {
    const samples = [
      sample({ kind: 'damaged', present: 0.9, truth: 8 }),
      sample({ kind: 'damaged', present: 0.4, truth: 4 }),
      sample({ kind: 'tile', present: 0.7 }),
    ]
    // Half of the first label is shown and none of the second: 4 of 12 rows. The masks alone cover 8 of 12.
    expect(optionAt(samples, 0.5)).toMatchObject({ recall: 0.5, alarms: [2], shownIou: 4 / 12, iou: 8 / 12 })
    expect(optionAt(samples, 0.8)).toMatchObject({ recall: 0.5, alarms: [] })
    expect(optionAt(samples, 0.4)).toMatchObject({ recall: 1, f1: 1 })
  })

  it('judges a threshold by those near it, too', () => {
    const samples = [sample({ kind: 'damaged', present: 0.62, truth: 4 })]
    // F1 is 1 up to 0.6 and 0 from 0.65 on.
    expect(optionAt(samples, 0.4)).toMatchObject({ f1: 1, steadyF1: 1 })
    expect(optionAt(samples, 0.6)).toMatchObject({ f1: 1, steadyF1: 0.6 })
    expect(optionAt(samples, 0.65)).toMatchObject({ f1: 0, steadyF1: 0.4 })
  })

  it('shows nothing where any damage is not seen', () => {
    const samples = [sample({ kind: 'tile', present: 0.9, any: 0.6 })]
    expect(optionAt(samples, 0.5, 0.6)?.alarms).toEqual([0])
    expect(optionAt(samples, 0.5, 0.7)?.alarms).toEqual([])
  })

  it('leaves out what lies beside the vehicle, as the service does', () => {
    expect(optionAt([sample({ kind: 'tile', present: 0.9, car: true })], 0.5)?.alarms).toEqual([])
    expect(optionAt([sample({ kind: 'tile', present: 0.9 })], 0.5)?.alarms).toEqual([0])
  })

  it('leaves out what the service drops for want of confidence', () => {
    // So many wrong findings that the curve gives all of them less than 0.1.
    const wrong = Array.from({ length: 60 }, () => sample({ kind: 'tile', present: 0.9 }))
    expect(optionAt(wrong.slice(0, 3), 0.5)?.alarms).toHaveLength(3)
    expect(optionAt(wrong, 0.5)?.alarms).toEqual([])
  })

  it('offers masks from 0.1 on', () => {
    const samples = [sample({ kind: 'damaged', present: 0.9, score: 0.12, truth: 4 })]
    expect(MASK_THRESHOLDS.map((threshold) => maskIou(samples, 0, threshold))).toEqual([
      1, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    ])
  })
})

describe('choose', () => {
  it('sets the class, and any damage by the IoU of its own mask', () => {
    const samples = [
      ...Array.from({ length: 12 }, () => sample({ kind: 'damaged', present: 0.6, truth: 4, score: 0.22 })),
      ...Array.from({ length: 12 }, () => sample({ kind: 'tile', present: 0.6, any: 0.3, score: 0.22 })),
      sample({ kind: 'rear_view', present: 0.1, score: 0 }),
    ]
    const { classes, found, alarms, anyIou } = choose(samples, KNOWN, 0.1)
    // The class alone cannot tell the tiles from the damages; any damage can.
    expect(found.anyThreshold).toBeGreaterThan(0.3)
    expect(classes.any).toEqual({ mask_threshold: 0.1, present_threshold: found.anyThreshold })
    expect(classes.scratch?.mask_threshold).toBeLessThanOrEqual(0.2)
    expect([anyIou, found.choice.chosen[0]?.recall]).toEqual([1, 1])
    expect(alarms).toEqual({ together: 0, rear_views: 0, tiles: 0 })
  })
})
