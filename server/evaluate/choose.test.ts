import { describe, expect, it } from 'vitest'
import { randomOf } from './bootstrap.ts'
import { chooseOptions } from './choose.ts'
import type { Option } from './options.ts'
import { fitCalibration } from './platt.ts'
import { search } from './search.ts'

const option = (value: number, alarms: number[], recall = 1): Option => ({
  thresholds: { mask_threshold: value, present_threshold: 0.5, shown_confidence_min: 0.1, min_area_share: 0 },
  calibration: { a: 1, b: 0 },
  f1: value,
  steadyF1: value,
  iou: value,
  shownIou: value,
  recall,
  alarms,
})
const guard = (alarmMax: number) => [{ pictures: new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]), alarmMax }]
const ask = (...classes: Option[][]) =>
  classes.map((options) => ({ options, raisesAlarms: true, recallMin: 0 }))
const valuesOf = ({ chosen }: { chosen: Option[] }) => chosen.map(({ f1 }) => f1)

describe('chooseOptions', () => {
  it('takes the best of each class while the alarms allow it', () => {
    const choice = chooseOptions(
      ask([option(0.5, []), option(0.9, [1])], [option(0.3, []), option(0.2, [])]),
      guard(0.1),
    )
    expect(valuesOf(choice)).toEqual([0.9, 0.3])
    expect(choice).toMatchObject({ isFeasible: true, alarmRates: [0.1] })
  })

  it('prefers what is good near its threshold, too, to what is best at one', () => {
    const lucky = { ...option(0.9, []), steadyF1: 0.5 }
    const steady = { ...option(0.8, []), iou: 0.9, steadyF1: 0.8 }
    expect(valuesOf(chooseOptions(ask([lucky, steady]), guard(0.1)))).toEqual([0.8])
  })

  it('gives up the alarms that buy least', () => {
    const cheap = [option(0.5, []), option(0.9, [1])]
    const dear = [option(0.5, []), option(0.6, [2])]
    expect(valuesOf(chooseOptions(ask(cheap, dear), guard(0.1)))).toEqual([0.9, 0.5])
    expect(valuesOf(chooseOptions(ask(cheap, dear), guard(0.05)))).toEqual([0.5, 0.5])
  })

  it('lets classes share the pictures that raise an alarm', () => {
    const choice = chooseOptions(
      ask([option(0.5, []), option(0.9, [1])], [option(0.5, []), option(0.6, [1])]),
      guard(0.1),
    )
    expect(valuesOf(choice)).toEqual([0.9, 0.6])
  })

  it('makes classes that raise the same alarms give them up together', () => {
    const both = [option(0.5, []), option(0.9, [1, 2])]
    const choice = chooseOptions(ask(both, both), guard(0.1))
    expect(valuesOf(choice)).toEqual([0.5, 0.5])
    expect(choice.isFeasible).toBe(true)
  })

  it('keeps a recall that is asked for, and says when the alarms are then too many', () => {
    const options = [option(0.9, [], 0.5), option(0.4, [1, 2], 0.8)]
    const choice = chooseOptions([{ options, raisesAlarms: true, recallMin: 0.8 }], guard(0.1))
    expect(valuesOf(choice)).toEqual([0.4])
    expect(choice).toMatchObject({ isFeasible: false, alarmRates: [0.2] })
  })

  it('does not give up more than the broken limit asks for', () => {
    const needed = { options: [option(0.4, [1, 2], 0.8)], raisesAlarms: true, recallMin: 0.8 }
    const free = ask([option(0.1, []), option(0.7, [2]), option(0.8, [3])])
    expect(valuesOf(chooseOptions([needed, ...free], guard(0.1)))).toEqual([0.4, 0.7])
  })

  it('takes the middle of equally good ones, and the strictest of useless ones', () => {
    const at = (present_threshold: number, value: number) => {
      const found = option(value, [])
      return { ...found, thresholds: { ...found.thresholds, present_threshold } }
    }
    const thresholdOf = (...options: Option[]) =>
      chooseOptions(ask(options), guard(0.1)).chosen[0]?.thresholds.present_threshold
    expect(thresholdOf(at(0.2, 0.5), at(0.9, 0.5), at(0.4, 0.5), at(0.1, 0.4))).toBe(0.4)
    expect(thresholdOf(at(0.2, 0), at(0.9, 0), at(0.4, 0))).toBe(0.9)
  })

  it('does not count what is never shown as a damage', () => {
    const options = [option(0.5, []), option(0.9, [0, 1, 2, 3])]
    expect(valuesOf(chooseOptions([{ options, raisesAlarms: false, recallMin: 0 }], guard(0)))).toEqual([0.9])
  })
})

describe('search', () => {
  const asking = (recallMin: number, ...options: Option[]) => [{ options, raisesAlarms: true, recallMin }]

  it('takes the threshold of any damage that gives most within the limit', () => {
    const at = new Map([
      [0, asking(0, option(0.9, [1, 2]))],
      [0.5, asking(0, option(0.8, [1]))],
      [0.7, asking(0, option(0.6, []))],
    ])
    const found = search([...at.keys()], (threshold) => at.get(threshold) ?? [], guard(0.1))
    expect(found).toMatchObject({ anyThreshold: 0.5, isFloorKept: true, choice: { isFeasible: true } })
  })

  it('lets the recall give way to the limit, but no further than it must', () => {
    const options = [option(0.9, [], 0.5), option(0.4, [1], 0.7), option(0.5, [1, 2], 0.87)]
    const found = search([0], () => asking(0.87, ...options), guard(0.1))
    expect(found.choice.chosen.map(({ recall }) => recall)).toEqual([0.7])
    expect(found).toMatchObject({ isFloorKept: false, choice: { isFeasible: true } })
  })

  it('takes the threshold with the best recall when none reaches what is asked for', () => {
    const at = new Map([
      [0, asking(0.87, option(0.4, [1], 0.8))],
      [0.5, asking(0.87, option(0.9, [], 0.7))],
    ])
    const found = search([...at.keys()], (threshold) => at.get(threshold) ?? [], guard(0.1))
    expect(found).toMatchObject({ anyThreshold: 0, isFloorKept: false, choice: { isFeasible: true } })
  })

  it('does not let a class that cannot reach it take the others down', () => {
    const lost = asking(0.87, option(0.5, [], 0.1))
    const able = asking(0.87, option(0.9, [], 0.5), option(0.4, [1], 0.87))
    const found = search([0], () => [...lost, ...able], guard(0.1))
    expect(found.choice.chosen.map(({ recall }) => recall)).toEqual([0.1, 0.87])
    expect(found.isFloorKept).toBe(false)
  })

  it('keeps the recall where the limit allows it', () => {
    const options = [option(0.9, [], 0.5), option(0.4, [1], 0.87)]
    const found = search([0], () => asking(0.87, ...options), guard(0.1))
    expect(found.choice.chosen.map(({ recall }) => recall)).toEqual([0.87])
    expect(found.isFloorKept).toBe(true)
  })
})

describe('fitCalibration', () => {
  const random = randomOf(3)
  const draw = (curve: (logit: number) => number) =>
    Array.from({ length: 4000 }, () => {
      const rawScore = 0.02 + 0.96 * random()
      const logit = Math.log(rawScore / (1 - rawScore))
      return { rawScore, isRight: random() < 1 / (1 + Math.exp(-curve(logit))) }
    })

  it('finds the curve the findings were drawn from', () => {
    const { a, b } = fitCalibration(draw((logit) => 0.6 * logit - 1))
    expect(a).toBeCloseTo(0.6, 1)
    expect(b).toBeCloseTo(-1, 0)
  })

  it('never gives a higher score less confidence', () => {
    expect(fitCalibration(draw((logit) => -logit)).a).toBe(0)
  })

  it('stays finite when scores separate completely', () => {
    const rows = [0.1, 0.2, 0.8, 0.9].map((rawScore) => ({ rawScore, isRight: rawScore > 0.5 }))
    const { a, b } = fitCalibration(rows)
    expect(a).toBeGreaterThan(0.5)
    expect(a).toBeLessThan(10)
    expect(Math.abs(b)).toBeLessThan(0.1)
  })
})
