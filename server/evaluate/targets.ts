import type { Figure } from './bootstrap.ts'
import type { DamageReport } from './damage.ts'
import { formatFigure } from './tables.ts'

const ALARMS_MAX = 0.15
const RECALL_MIN = 0.8

/** What was wanted of the damage model, and whether the value measured on the test pictures reaches it. */
export function targetLines({ test, undamaged, damaged_vehicles }: DamageReport): string[] {
  const atLeast = (name: string, figure: Figure | undefined, least: number) =>
    line(`${name} at least ${least.toFixed(2)}`, figure, (figure?.value ?? -1) >= least)
  const atMost = (name: string, figure: Figure, most: number) =>
    line(`${name} at most ${most.toFixed(2)}`, figure, (figure.value ?? 1) <= most)
  return [
    atMost('alarms on whole undamaged cars', undamaged.test_whole_cars.alarms, 0.08),
    atMost('inspections of 8 such pictures with an alarm', undamaged.test_whole_cars.inspections_of_8, 0.35),
    atLeast('pictures of damaged vehicles that show a finding', damaged_vehicles.test.alarms, 0.7),
    atLeast('mean IoU of the masks at the shipped thresholds', test.mean.mask_iou, 0.42),
    `- the same at 0.5: ${formatFigure(test.mean.iou_at_half)}`,
    atLeast('mean F1', test.mean.f1, 0.68),
    atLeast('IoU of any damage at the shipped threshold', test.any.mask_iou, 0.52),
    `- the same at 0.5: ${formatFigure(test.any.iou_at_half)}`,
    atMost('alarms on rear views', undamaged.test_rear_views.alarms, ALARMS_MAX),
    atMost('alarms on undamaged tiles', undamaged.test_tiles.alarms, ALARMS_MAX),
    atLeast('recall of broken_or_missing', test.classes.broken_or_missing?.recall, RECALL_MIN),
    atLeast('recall of glass_crack', test.classes.glass_crack?.recall, RECALL_MIN),
  ]
}

function line(name: string, figure: Figure | undefined, isReached: boolean): string {
  const value = figure ? formatFigure(figure) : '–'
  // Rounded as the others are, what is barely missed would read as reached.
  const exact = figure?.value == null ? '' : ` (${figure.value.toFixed(3)})`
  return `- ${name}: ${value}, ${isReached ? 'reached' : `**not reached**${exact}`}`
}
