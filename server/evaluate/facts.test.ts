import { describe, expect, it } from 'vitest'
import { alarmFigures, calibrationFigures } from './alarm-figures.ts'
import { round } from './bootstrap.ts'
import { damageFigures } from './damage-figures.ts'
import { type Finding, factsOf } from './facts.ts'

const CELLS = 100
const maskOf = (from: number, to: number) =>
  Uint8Array.from({ length: CELLS }, (_, cell) => (cell >= from && cell < to ? 1 : 0))
const cellsOf = (from: number, to: number) =>
  Uint32Array.from({ length: to - from }, (_, index) => from + index)
const found = (from: number, to: number, more: Partial<Finding> = {}): Finding => ({
  classIndex: 0,
  isDamage: true,
  confidence: 0.8,
  isShown: true,
  cells: cellsOf(from, to),
  ...more,
})
const classes = [
  { name: 'scratch', damageType: 'scratch' },
  { name: 'dent', damageType: 'dent' },
  { name: 'any', damageType: null },
]
const LABEL = { classIndex: 0, mask: maskOf(0, 20) }
const picture = (
  name: string,
  findings: Finding[],
  labels: { classIndex: number | null; mask: Uint8Array }[],
) =>
  factsOf({
    name,
    unit: name,
    isOfVehicle: true,
    cellCount: CELLS,
    findings,
    labels,
    masks: [maskOf(0, 20), maskOf(0, 0), maskOf(0, 50)],
    halves: [maskOf(15, 35), maskOf(0, 0), maskOf(0, 5)],
  })

describe('factsOf', () => {
  it('counts cells of what is shown, of the mask and of the truth', () => {
    const facts = picture(
      'a',
      [found(0, 20), found(60, 80, { isShown: false })],
      [{ classIndex: 0, mask: maskOf(10, 30) }],
    )
    expect(facts.classes[0]).toEqual({
      truth: 20,
      shown: 20,
      shownOnTruth: 10,
      mask: 20,
      maskOnTruth: 10,
      half: 20,
      halfOnTruth: 15,
    })
    expect(facts.classes[1]).toMatchObject({ truth: 0, shown: 0, mask: 0, half: 0 })
    expect(facts.classes[2]).toMatchObject({ truth: 20, shown: 20, mask: 50, maskOnTruth: 20, half: 5 })
  })

  it('takes labels without a class as any damage only', () => {
    const facts = picture('a', [found(0, 10)], [{ classIndex: null, mask: maskOf(0, 10) }])
    expect(facts.classes.map(({ truth }) => truth)).toEqual([0, 0, 10])
    expect(facts.labels).toEqual([{ classIndex: null, share: 0.1, isFound: false, isFoundAsAny: true }])
  })

  it('calls a finding right when 30 % of it lies on labels of its class', () => {
    const labels = [
      { classIndex: 0, mask: maskOf(0, 3) },
      { classIndex: 1, mask: maskOf(20, 40) },
    ]
    const facts = picture(
      'a',
      [found(0, 10), found(1, 11, { confidence: 0.7 }), found(20, 40, { confidence: 0.6 })],
      labels,
    )
    expect(facts.findings.map(({ isRight }) => isRight)).toEqual([true, false, false])
  })

  it('matches findings with labels at each IoU', () => {
    const facts = picture('a', [found(0, 10)], [{ classIndex: 0, mask: maskOf(0, 14) }])
    // IoU 10/14 = 0.71: found at 0.50 to 0.70.
    expect(facts.findings[0]?.matches).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ])
  })

  it('finds a label when a quarter of it is covered', () => {
    const labels = [{ classIndex: 0, mask: maskOf(0, 40) }]
    expect(picture('a', [found(30, 50)], labels).labels[0]?.isFound).toBe(true)
    expect(picture('a', [found(31, 50)], labels).labels[0]?.isFound).toBe(false)
    expect(picture('a', [found(0, 40, { isShown: false })], labels).labels[0]?.isFound).toBe(false)
  })
})

describe('damageFigures', () => {
  const facts = [
    picture('a', [found(0, 20)], [{ classIndex: 0, mask: maskOf(0, 20) }]),
    picture('b', [], [{ classIndex: 0, mask: maskOf(0, 20) }]),
    picture('c', [found(50, 60)], [{ classIndex: 1, mask: maskOf(50, 60) }]),
  ]
  const figures = damageFigures(facts, classes)

  it('scores each class', () => {
    const scratch = figures.classes.scratch
    expect(scratch?.iou.value).toBe(0.4)
    expect([scratch?.precision, scratch?.recall, scratch?.f1].map((figure) => figure?.value)).toEqual([
      0.5, 0.5, 0.5,
    ])
    expect(scratch?.ap50.value).toBeCloseTo(51 / 101, 4)
    expect([scratch?.pictures, scratch?.labels]).toEqual([2, 2])
    expect(figures.classes.dent?.precision).toEqual({ value: null, low: null, high: null, n: 0 })
    expect(figures.classes.dent?.recall.value).toBe(0)
  })

  it('tells what is shown from the mask at its threshold and from the mask at 0.5', () => {
    // Two of three pictures have cells 0 to 20 labelled. The mask is those cells on each; at 0.5 it is 15 to 35.
    expect(figures.classes.scratch?.mask_iou.value).toBe(round(40 / 60))
    expect(figures.classes.scratch?.iou_at_half.value).toBe(round(10 / 90))
  })

  it('has no figure of a class that no picture shows, and leaves it out of the means', () => {
    const alone = damageFigures([picture('a', [found(0, 5, { classIndex: 1 })], [LABEL])], classes)
    const none = { value: null, low: null, high: null }
    for (const key of ['iou', 'mask_iou', 'iou_at_half', 'precision', 'recall', 'f1', 'ap50'] as const)
      expect(alone.classes.dent?.[key], key).toMatchObject(none)
    expect(alone.mean.f1.value).toBe(alone.classes.scratch?.f1.value)
    expect(alone.mean.mask_iou.value).toBe(1)
  })

  it('has no AP where labels are not single damages', () => {
    const { classes: scored, mean } = damageFigures(facts, classes, false)
    expect([scored.scratch?.ap50.value, scored.scratch?.ap.value, mean.ap50.value]).toEqual([
      null,
      null,
      null,
    ])
    expect(scored.scratch).toMatchObject({ labels: 2, f1: { value: 0.5 } })
  })

  it('gives means, any damage and recall by size', () => {
    expect(figures.mean.f1.value).toBe(0.25)
    expect(figures.any.recall).toMatchObject({ value: 0.6667, n: 3 })
    expect(figures.any.iou.value).toBe(0.6)
    expect(figures.recall_by_size['over 5 %']?.same_class).toMatchObject({ value: 0.3333, n: 3 })
    expect(figures.recall_by_size['over 5 %']?.any_class).toMatchObject({ value: 0.6667, n: 3 })
  })
})

describe('recall by size', () => {
  it('puts each label into one bucket', () => {
    const labels = [maskOf(0, 1), maskOf(10, 14), maskOf(20, 40)].map((mask) => ({ classIndex: 0, mask }))
    const { recall_by_size } = damageFigures([picture('a', [found(10, 14)], labels)], classes)
    expect(Object.values(recall_by_size).map((of) => [of.same_class.n, of.same_class.value])).toEqual([
      [0, null],
      [1, 0],
      [1, 1],
      [1, 0],
    ])
  })
})

describe('alarmFigures', () => {
  it('counts pictures on which a damage is shown', () => {
    const facts = [
      picture('a', [found(0, 10), found(20, 30)], []),
      picture('b', [found(0, 10, { isShown: false })], []),
      picture('c', [found(0, 10, { isDamage: false })], []),
      picture('d', [], []),
    ]
    const figures = alarmFigures(facts, classes)
    expect(figures.alarms.value).toBe(0.25)
    expect(figures.groups).toBe(4)
    expect(figures.pictures_by_class).toEqual({ scratch: 1 })
    expect(calibrationFigures(facts).error).toMatchObject({ value: 0.8, n: 2 })
  })
})
