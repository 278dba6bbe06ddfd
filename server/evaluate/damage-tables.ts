import type { AlarmFigures, CalibrationFigures } from './alarm-figures.ts'
import type { DamageReport, OwnReport } from './damage.ts'
import type { DamageFigures } from './damage-figures.ts'
import { formatFigure, formatNumber, formatTable } from './tables.ts'

export function damageTables(report: DamageReport): string {
  const undamaged: [string, AlarmFigures][] = [
    ['rear views of rides held out, test', report.undamaged.test_rear_views],
    ['tiles of damaged vehicles that show nothing labelled, test', report.undamaged.test_tiles],
    ['rear views, validation', report.undamaged.valid_rear_views],
    ['tiles, validation', report.undamaged.valid_tiles],
  ]
  return [
    `### Damaged vehicles: ${report.test.pictures} test pictures, near-copies of training pictures left out`,
    classTable(report.test),
    sizeTable(report.test),
    '### Undamaged pictures',
    'An alarm is at least one finding that is shown by default. Drawing again cannot widen a rate of 0: without an alarm on n pictures the true rate may still be 3/n.',
    alarmTable(undamaged),
    '### Confidence',
    calibrationTable(report.calibration),
    `### Vehicles of another origin: ${report.other_origin.pictures} pictures, labelled by others, classes mapped coarsely`,
    classTable(report.other_origin),
  ].join('\n\n')
}

export function ownTables(report: OwnReport): string {
  const parts = [`### ${report.folder}: ${report.pictures} pictures`]
  if (report.damaged.pictures > 0) parts.push(classTable(report.damaged), sizeTable(report.damaged))
  if (report.undamaged.pictures > 0) parts.push(alarmTable([['pictures without labels', report.undamaged]]))
  return [...parts, calibrationTable(report.calibration)].join('\n\n')
}

function classTable(figures: DamageFigures): string {
  const header = [
    'class',
    'pictures',
    'labels',
    'precision',
    'recall',
    'F1',
    'IoU',
    'IoU of the mask',
    'AP50',
    'AP',
  ]
  const rows = Object.entries(figures.classes).map(([name, of]) => [
    name,
    String(of.pictures),
    String(of.labels),
    ...[of.precision, of.recall, of.f1, of.iou, of.mask_iou, of.ap50, of.ap].map((figure) =>
      formatFigure(figure),
    ),
  ])
  const { mean, any } = figures
  const last = [mean.f1, mean.iou, mean.mask_iou, mean.ap50, mean.ap].map((figure) => formatFigure(figure))
  rows.push(['mean', '', '', '', '', ...last])
  const anyCells = [formatFigure(any.recall), '', formatFigure(any.iou), formatFigure(any.mask_iou)]
  rows.push(['any damage', String(any.recall.n), '', '', ...anyCells])
  return formatTable(header, rows)
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
    formatFigure(of.alarms, 3),
    Object.entries(of.pictures_by_class)
      .map(([known, count]) => `${known} ${count}`)
      .join(', '),
  ])
  return formatTable(['set', 'pictures', 'alarm rate', 'pictures by class'], rows)
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
