import type { AlarmFigures, CalibrationFigures } from './alarm-figures.ts'
import type { Figure } from './bootstrap.ts'
import type { DamageReport, OwnReport } from './damage.ts'
import type { DamageFigures } from './damage-figures.ts'
import { formatFigure, formatNumber, formatTable } from './tables.ts'
import { targetLines } from './targets.ts'

export function damageTables(report: DamageReport): string {
  const undamaged: [string, AlarmFigures][] = [
    ['whole cars, test', report.undamaged.test_whole_cars],
    ['rear views of rides held out, test', report.undamaged.test_rear_views],
    ['tiles of damaged vehicles that show nothing labelled, test', report.undamaged.test_tiles],
    ['rear views, validation', report.undamaged.valid_rear_views],
    ['tiles, validation', report.undamaged.valid_tiles],
  ]
  return [
    `### Damaged vehicles: ${report.test.pictures} test pictures, near-copies of training pictures left out`,
    'A dash: not defined, and not part of a mean. The mask counts whether it is shown or not, at the threshold of its class and at 0.5.',
    classTable(report.test),
    sizeTable(report.test),
    '### Undamaged pictures',
    'An alarm is at least one finding that is shown by default. Groups are drawn again for the interval: the tiles of one picture, or the frames of one ride that follow one another within 3 seconds.',
    alarmTable(undamaged),
    `Few alarms are easy for a model that finds nothing. Of ${report.damaged_tiles.pictures} tiles of the same pictures that do show a labelled damage (at least 0.2 % of the tile, one tile a picture), it shows a finding on ${formatFigure(report.damaged_tiles.alarms, 3)}.`,
    `Of pictures of damaged vehicles that are no close-ups, it shows a finding on ${formatFigure(report.damaged_vehicles.test.alarms)} of ${report.damaged_vehicles.test.pictures} of the test, and on ${formatFigure(report.damaged_vehicles.other_origin.alarms)} of ${report.damaged_vehicles.other_origin.pictures} of another origin.`,
    '### Confidence',
    calibrationTable(report.calibration),
    `### Vehicles of another origin: ${report.other_origin.pictures} pictures, labelled by others, classes mapped coarsely`,
    'The masks do not tell one damage from the next, so there is no AP.',
    classTable(report.other_origin),
    '### What was wanted',
    targetLines(report).join('\n'),
  ].join('\n\n')
}

export function ownTables(report: OwnReport): string {
  const parts = [`### ${report.folder}: ${report.pictures} pictures`]
  if (report.damaged.pictures > 0) parts.push(classTable(report.damaged), sizeTable(report.damaged))
  if (report.undamaged.pictures > 0) parts.push(alarmTable([['pictures without labels', report.undamaged]]))
  return [...parts, calibrationTable(report.calibration)].join('\n\n')
}

const FIGURES = {
  precision: 'precision',
  recall: 'recall',
  f1: 'F1',
  iou: 'IoU of what is shown',
  mask_iou: 'IoU of the mask',
  iou_at_half: 'IoU of the mask at 0.5',
  ap50: 'AP50',
  ap: 'AP',
} as const
const KEYS = Object.keys(FIGURES) as (keyof typeof FIGURES)[]

function classTable(figures: DamageFigures): string {
  const cellsOf = (of: Partial<Record<keyof typeof FIGURES, Figure>>) =>
    KEYS.map((key) => (of[key] ? formatFigure(of[key]) : ''))
  const rows = Object.entries(figures.classes).map(([name, of]) => [
    name,
    String(of.pictures),
    String(of.labels),
    ...cellsOf(of),
  ])
  const { mean, any } = figures
  rows.push(['mean', '', '', ...cellsOf(mean)], ['any damage', String(any.recall.n), '', ...cellsOf(any)])
  return formatTable(['class', 'pictures', 'labels', ...Object.values(FIGURES)], rows)
}

function sizeTable(figures: DamageFigures): string {
  const rows = Object.entries(figures.recall_by_size).map(([size, of]) => [
    size,
    String(of.any_class.n),
    formatFigure(of.same_class),
    formatFigure(of.any_class),
  ])
  return formatTable(
    ['label covers of the picture', 'labels', 'found as its class', 'found as any damage'],
    rows,
  )
}

function alarmTable(sets: readonly [string, AlarmFigures][]): string {
  const rows = sets.map(([name, of]) => [
    name,
    String(of.pictures),
    String(of.groups),
    formatFigure(of.alarms, 3),
    formatFigure(of.inspections_of_8),
    Object.entries(of.pictures_by_class)
      .map(([known, count]) => `${known} ${count}`)
      .join(', '),
  ])
  return formatTable(
    ['set', 'pictures', 'groups', 'alarm rate', 'inspections of 8', 'pictures by class'],
    rows,
  )
}

function calibrationTable({ findings, error, bins }: CalibrationFigures): string {
  const rows = bins.map((bin) => [
    `${bin.low.toFixed(1)} to ${bin.high.toFixed(1)}`,
    String(bin.n),
    formatNumber(bin.confidence),
    formatNumber(bin.right),
  ])
  return [
    `Calibration error of the ${findings} findings shown: ${formatFigure(error, 3)}. A finding is right when at least 30 % of it lies on labels of its class.`,
    formatTable(['confidence', 'findings', 'mean confidence', 'share that is right'], rows),
  ].join('\n\n')
}
