import type { Calibrated } from './calibrate.ts'
import { formatNumber, formatTable } from './tables.ts'

/** The choice and what it gives on the validation pictures it was made on. */
export function calibrationText({ classes, choice, names }: Calibrated): string {
  const rows = choice.chosen.map((option, index) => {
    const name = names[index] ?? ''
    const { a = 0, b = 0 } = classes[name]?.calibration ?? {}
    const { mask_threshold, present_threshold, min_area_share } = option.thresholds
    return [
      name,
      String(mask_threshold),
      String(present_threshold),
      String(min_area_share),
      `a ${a}, b ${b}`,
      formatNumber(option.recall),
      formatNumber(option.f1),
      formatNumber(option.iou),
      String(option.alarms.length),
    ]
  })
  const [rearViews = 0, tiles = 0] = choice.alarmRates
  const kept = choice.isFeasible
    ? 'The limit is kept.'
    : 'The limit cannot be kept with the recall that is asked for: the nearest choice is taken.'
  return [
    formatTable(
      ['class', 'mask from', 'shown from', 'least share', 'curve', 'recall', 'F1', 'IoU', 'alarms'],
      rows,
    ),
    `Alarm rate: rear views ${formatNumber(rearViews, 3)}, tiles ${formatNumber(tiles, 3)}. ${kept}`,
  ].join('\n\n')
}
