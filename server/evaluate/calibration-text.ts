import { type Calibrated, RECALL_MIN } from './calibrate.ts'
import { sumOf } from './samples.ts'
import { formatNumber, formatTable } from './tables.ts'

/** The choice and what it gives on the validation pictures it was made on. */
export function calibrationText({ classes, names, found, alarms, alarmMax, anyIou }: Calibrated): string {
  const { chosen, isFeasible } = found.choice
  const rows = chosen.map((option, index) => {
    const { mask_threshold, present_threshold, shown_confidence_min, min_area_share } = option.thresholds
    return [
      names[index] ?? '',
      String(mask_threshold),
      String(present_threshold),
      String(shown_confidence_min),
      String(min_area_share),
      `a ${option.calibration.a}, b ${option.calibration.b}`,
      ...[option.recall, option.f1, option.iou, option.shownIou].map((value) => formatNumber(value)),
      String(option.alarms.length),
    ]
  })
  const mean = (of: (option: (typeof chosen)[number]) => number) =>
    formatNumber(sumOf(chosen, of) / chosen.length)
  rows.push([
    'mean',
    '',
    '',
    '',
    '',
    '',
    mean(({ recall }) => recall),
    mean(({ f1 }) => f1),
    mean(({ iou }) => iou),
    mean(({ shownIou }) => shownIou),
    '',
  ])
  const header =
    'class,mask from,shown from,if as sure as,least share,curve,recall,F1,IoU of the mask,IoU of what is shown,alarms'
  const floors = Object.entries(RECALL_MIN).map(([name, recall]) => `${name} ${recall}`)
  const rates = [alarms.together, alarms.rear_views, alarms.tiles].map((rate) => formatNumber(rate, 3))
  return [
    formatTable(header.split(','), rows),
    `Any damage: mask from ${classes.any?.mask_threshold}, IoU ${formatNumber(anyIou)}; nothing is shown on pictures below ${found.anyThreshold}.`,
    `Alarm rate: ${rates[0]} of all undamaged pictures; rear views ${rates[1]}, tiles ${rates[2]}. The limit of ${alarmMax} is ${isFeasible ? 'kept' : 'NOT kept: the nearest choice is taken'}.`,
    found.isFloorKept
      ? `The recall that is asked for (${floors.join(', ')}) is kept.`
      : `The recall that is asked for (${floors.join(', ')}) is NOT kept within the limit on alarms: this is the best recall that was found within it.`,
  ].join('\n\n')
}
