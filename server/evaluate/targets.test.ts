import { describe, expect, it } from 'vitest'
import type { AlarmFigures } from './alarm-figures.ts'
import type { DamageReport } from './damage.ts'
import type { ClassFigures, DamageFigures } from './damage-figures.ts'
import { damageTables } from './damage-tables.ts'
import { targetLines } from './targets.ts'

const figure = (value: number | null) => ({ value, low: value, high: value, n: 10 })
const alarms = (value: number): AlarmFigures => ({
  pictures: 10,
  groups: 5,
  alarms: figure(value),
  inspections_of_8: figure(value),
  pictures_by_class: {},
})

const good = figure(0.8)
const CLASS: ClassFigures = {
  labels: 1,
  pictures: 1,
  iou: good,
  mask_iou: good,
  iou_at_half: good,
  precision: good,
  recall: good,
  f1: good,
  ap50: good,
  ap: good,
}

function reportOf(): DamageReport {
  const [wide, half] = [figure(0.5), figure(0.3)]
  const means = { iou: wide, mask_iou: wide, iou_at_half: half }
  const test: DamageFigures = {
    pictures: 10,
    classes: { broken_or_missing: CLASS, glass_crack: CLASS },
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
})

describe('damageTables', () => {
  const text = damageTables(reportOf())

  it('says how many damaged tiles are found beside the alarms, and by how many groups', () => {
    expect(text).toContain('it shows a finding on 0.700')
    expect(text).toMatch(/\| tiles, validation +\| 10 +\| 5 +\| 0\.000/)
  })
})
