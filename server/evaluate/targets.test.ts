import { describe, expect, it } from 'vitest'
import type { AlarmFigures } from './alarm-figures.ts'
import type { DamageReport } from './damage.ts'
import type { ClassFigures, DamageFigures } from './damage-figures.ts'
import { damageTables } from './damage-tables.ts'
import { PROOF } from './proof.ts'
import { targetLines } from './targets.ts'

const figure = (value: number | null) => ({ value, low: value, high: value, n: 10 })
const alarms = (value: number): AlarmFigures => ({
  pictures: 10,
  groups: 5,
  alarms: figure(value),
  inspections_of_8: figure(value),
  pictures_by_class: {},
})

function classFigures(mask_iou: number | null, f1: number | null): ClassFigures {
  const [other, tuned, score] = [figure(0.8), figure(mask_iou), figure(f1)]
  const presence = { precision: other, recall: other, f1: score }
  return {
    labels: 1,
    pictures: 1,
    iou: other,
    mask_iou: tuned,
    iou_at_half: other,
    ...presence,
    ap50: other,
    ap: other,
  }
}

/** As good as the proof of concept in every class, but for the changes. */
function reportOf(changes: Record<string, ClassFigures> = {}): DamageReport {
  const proved = Object.entries(PROOF.classes).map(([name, { iou, f1 }]) => [name, classFigures(iou, f1)])
  const [wide, half] = [figure(0.5), figure(0.3)]
  const means = { iou: wide, mask_iou: wide, iou_at_half: half }
  const test: DamageFigures = {
    pictures: 10,
    classes: { ...Object.fromEntries(proved), ...changes },
    mean: { ...means, f1: figure(0.68), ap50: wide, ap: wide },
    any: { ...means, recall: wide },
    recall_by_size: {},
  }
  return {
    sha256: 'x',
    test,
    undamaged: {
      test_whole_cars: alarms(0.08),
      test_rear_views: alarms(0.15),
      test_tiles: alarms(0.16),
      valid_rear_views: alarms(0),
      valid_tiles: alarms(0),
    },
    damaged_tiles: alarms(0.7),
    damaged_vehicles: { test: alarms(0.7), other_origin: alarms(0.5) },
    calibration: { findings: 0, error: figure(0), bins: [] },
    other_origin: test,
  }
}

const reached = (report: DamageReport, name: string) =>
  targetLines(report)
    .filter((line) => line.startsWith(`- ${name}`))
    .map((line) => !line.includes('not reached'))

describe('targetLines', () => {
  it('compares each value with what was wanted', () => {
    expect(reached(reportOf(), 'mean IoU')).toEqual([true])
    expect(reached(reportOf(), 'mean F1')).toEqual([true])
    expect(reached(reportOf(), 'IoU of any damage')).toEqual([false])
    expect(reached(reportOf(), 'alarms on rear views')).toEqual([true])
    expect(reached(reportOf(), 'alarms on undamaged tiles')).toEqual([false])
    expect(reached(reportOf(), 'recall of')).toEqual([true, true])
  })

  it('tells a near miss from what is reached', () => {
    const report = reportOf()
    report.test.any.mask_iou = figure(0.5168)
    expect(targetLines(report).find((line) => line.startsWith('- IoU of any damage'))).toContain(
      '0.52 (0.52 to 0.52), **not reached** (0.517)',
    )
  })

  it('names the classes below the proof of concept', () => {
    expect(reached(reportOf(), 'no class below')).toEqual([true])
    const worse = targetLines(
      reportOf({ dent: classFigures(0.17, 0.7), hood_damage: classFigures(null, null) }),
    )
    expect(worse.find((line) => line.startsWith('- no class below'))).toContain(
      'below: dent (IoU), hood_damage (not measured)',
    )
  })
})

describe('damageTables', () => {
  const text = damageTables(reportOf({ scratch: classFigures(0.31, 0.6) }))

  it('puts the proof of concept beside the test pictures only', () => {
    expect(text).toMatch(/\| scratch .* \| 0\.32 +\| 0\.70 +\| IoU, F1 +\|/)
    expect(text).toMatch(/\| dent .* \| 0\.18 +\| 0\.60 +\| no +\|/)
    expect(text.match(/IoU of the proof of concept/g)).toHaveLength(1)
  })

  it('says how many damaged tiles are found beside the alarms, and by how many groups', () => {
    expect(text).toContain('it shows a finding on 0.700')
    expect(text).toMatch(/\| tiles, validation +\| 10 +\| 5 +\| 0\.000/)
  })
})
