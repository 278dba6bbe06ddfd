import type { PartType } from '../../core/contracts/part-types.ts'
import type { DamageArea } from '../damage/damage-area.ts'
import { fitsPart } from '../damage/part-kinds.ts'
import { calibrate } from '../damage/segment-damage.ts'
import { round } from '../round.ts'
import type { PartClass } from './part-segmenter-settings.ts'
import type { PartMap } from './segment-parts.ts'

export type PartOnMap = { part: PartType; confidence: number }

/** What the cells of a damage show of one class: how much in all, and how much of that on the left. */
type Shown = { at: number; sum: number; left: number }

/** The class that the cells of a damage show most, its share of all parts they show, and how much of it is on the left. */
export type Shared = { part_class: PartClass; share: number; left: number }

/**
 * Parts that such a damage cannot be on are left out, but keep their share: where most of a broken light seems to lie on a
 * bumper, the lamp is doubtful.
 */
export function mostShown(damage: DamageArea, map: PartMap): Shared | null {
  const shown = shownBy(damage, map)
  const [best] = shown.filter(({ at }) => fits(damage, map.classes[at])).toSorted((a, b) => b.sum - a.sum)
  const all = shown.reduce((sum, each) => sum + each.sum, 0)
  const part_class = best && map.classes[best.at]
  return part_class && best.sum > 0 ? { part_class, share: best.sum / all, left: best.left / best.sum } : null
}

/** How much of a damage lies on parts that such a damage can be on, from 0 to 1. */
export function fittingShare(damage: DamageArea, map: PartMap): number {
  const fitting = shownBy(damage, map).filter(({ at }) => fits(damage, map.classes[at]))
  return fitting.reduce((sum, each) => sum + each.sum, 0) / damage.cells.length
}

const fits = ({ damage_type }: DamageArea, partClass: PartClass | undefined) =>
  typesOf(partClass).some((part) => fitsPart(damage_type, part))

/** Whether most of what a damage covers is no part of a vehicle: the ground, the background, somebody who stands before it. */
export function liesBeside(damage: DamageArea, map: PartMap): boolean {
  const all = shownBy(damage, map).reduce((sum, each) => sum + each.sum, 0)
  return all / damage.cells.length < (map.parameters.part_share_min ?? 0)
}

/** The part a damage lies on, as the network sees it; null where it is not sure enough of the part or of its side. */
export function partOnMap(damage: DamageArea, map: PartMap): PartOnMap | null {
  const found = mostShown(damage, map)
  const sure = found ? calibrate(found.share, map.parameters.calibration) : 0
  if (!found || sure < map.parameters.part_threshold || liesBeside(damage, map)) return null
  const named = nameOf(found.part_class, found.left, map)
  return named && { part: named.part, confidence: round(sure * named.confidence) }
}

/** Sums over the cells of a damage. Those outside of what was looked at show nothing. */
function shownBy({ cells, side }: DamageArea, map: PartMap): Shown[] {
  const { box, classes } = map
  const size = map.side * map.side
  const shown = classes.map((_, at): Shown => ({ at, sum: 0, left: 0 }))
  for (const cell of cells) {
    const x = (((cell % side) + 0.5) / side - box.left) / (box.right - box.left)
    const y = ((Math.floor(cell / side) + 0.5) / side - box.top) / (box.bottom - box.top)
    if (x < 0 || y < 0 || x >= 1 || y >= 1) continue
    const place = Math.floor(y * map.side) * map.side + Math.floor(x * map.side)
    for (const each of shown) {
      const likely = map.parts[each.at * size + place] ?? 0
      each.sum += likely
      each.left += likely * (map.left[place] ?? 0)
    }
  }
  return shown.filter(({ at }) => typesOf(classes[at]).length > 0)
}

export function typesOf(partClass: PartClass | undefined): PartType[] {
  const { part_type, left, right, front, back } = partClass ?? {}
  return [part_type, left, right, front, back].filter((part) => part !== undefined)
}

/** The part type of a class, given how much of it is on the left; null where side or end cannot be told. */
export function nameOf(
  partClass: PartClass | undefined,
  left: number,
  map: PartMap,
): { part: PartType; confidence: number } | null {
  if (partClass?.part_type) return { part: partClass.part_type, confidence: 1 }
  const [one, other, likely] =
    partClass?.left && partClass.right
      ? [partClass.left, partClass.right, leftShare(partClass, left, map)]
      : [partClass?.front, partClass?.back, frontShare(map)]
  const confidence = Math.max(likely, 1 - likely)
  const part = likely >= 0.5 ? one : other
  return part && confidence >= map.parameters.side_threshold ? { part, confidence } : null
}

/** What is seen of these from one side of a vehicle is on that side; both lamps and mirrors can be seen from its front. */
const SIDE_FACES: readonly PartClass['name'][] = [
  'door_back',
  'door_front',
  'fender_back',
  'fender_front',
  'rocker_panel',
  'wheel_back',
  'wheel_front',
  'window_back',
  'window_front',
]
/** Nothing is surer than this on one account alone. */
const SURE = 0.98

/** How likely a part is on the left, by its own pixels and by where the camera stood. */
function leftShare({ name }: PartClass, left: number, { parameters, views }: PartMap): number {
  if (!SIDE_FACES.includes(name)) return left
  const seen = parameters.views.reduce((sum, view, at) => {
    const share = view.endsWith('left') ? 1 : view.endsWith('right') ? 0 : 0.5
    return sum + share * (views[at] ?? 0)
  }, 0)
  const odds = oddsOf(left) * oddsOf(seen)
  return odds / (1 + odds)
}

function oddsOf(share: number): number {
  const sure = Math.min(SURE, Math.max(1 - SURE, share))
  return sure / (1 - sure)
}

const FRONT: readonly string[] = ['bumper_front', 'grill', 'head_light', 'hood', 'windshield_front']
const BACK: readonly string[] = ['bumper_back', 'tail_light', 'trunk', 'windshield_back']

/** How much of what only one end of a vehicle has is of its front. */
function frontShare({ classes, parts, side }: PartMap): number {
  const size = side * side
  const sumOf = (names: readonly string[]) =>
    classes.reduce((sum, { name }, at) => {
      if (!names.includes(name)) return sum
      return sum + parts.subarray(at * size, (at + 1) * size).reduce((total, likely) => total + likely, 0)
    }, 0)
  const [front, back] = [sumOf(FRONT), sumOf(BACK)]
  return front + back === 0 ? 0.5 : front / (front + back)
}
