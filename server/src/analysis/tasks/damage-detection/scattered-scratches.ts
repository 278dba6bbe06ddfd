import type { Box, FoundDamage } from '../../../core/contracts/findings.ts'

/** So many scratches close together are one damage: nobody repairs them one by one. */
const SCRATCHES_MIN = 4
/** How far apart, as a share of the longer side of the picture. */
const GAP_MAX = 0.06

/** The findings of one picture with scratches that lie close together on one part made into one. */
export function joinScratches(damages: FoundDamage[], longerSide: number): FoundDamage[] {
  const scratches = damages.filter(({ damage_type }) => damage_type === 'scratch')
  const groups = groupClose(scratches, longerSide * GAP_MAX).filter((group) => group.length >= SCRATCHES_MIN)
  const joined = new Set(groups.flat())
  return [...damages.filter((damage) => !joined.has(damage)), ...groups.map(joinAsScattered)]
}

function groupClose(scratches: FoundDamage[], gapMax: number): FoundDamage[][] {
  const groups: FoundDamage[][] = []
  for (const scratch of scratches) {
    const isClose = (other: FoundDamage) =>
      other.part_type === scratch.part_type && gapBetween(other.bounding_box, scratch.bounding_box) <= gapMax
    const near = groups.filter((group) => group.some(isClose))
    for (const group of near) groups.splice(groups.indexOf(group), 1)
    groups.push([...near.flat(), scratch])
  }
  return groups
}

function gapBetween(a: Box, b: Box): number {
  const across = Math.max(0, a.xmin - b.xmin - b.width, b.xmin - a.xmin - a.width)
  const down = Math.max(0, a.ymin - b.ymin - b.height, b.ymin - a.ymin - a.height)
  return Math.hypot(across, down)
}

/** As sure as its surest scratch; the size of a group is not the size of a damage, so it has none. */
export function joinAsScattered(group: FoundDamage[]): FoundDamage {
  const sorted = group.toSorted((a, b) => b.confidence - a.confidence)
  const first = sorted[0]
  if (!first) throw new Error('a group of scratches is never empty')
  return {
    ...first,
    damage_type: 'scattered_scratches',
    bounding_box: boxAround(sorted.map(({ bounding_box }) => bounding_box)),
    polygons: sorted.flatMap(({ polygons }) => polygons),
    part_confidence: Math.max(...sorted.map(({ part_confidence }) => part_confidence)),
    size_cm: null,
    size_cm_low: null,
    size_cm_high: null,
  }
}

function boxAround(boxes: Box[]): Box {
  const xmin = Math.min(...boxes.map((box) => box.xmin))
  const ymin = Math.min(...boxes.map((box) => box.ymin))
  const width = Math.max(...boxes.map((box) => box.xmin + box.width)) - xmin
  const height = Math.max(...boxes.map((box) => box.ymin + box.height)) - ymin
  return { xmin, ymin, width: Math.round(width * 10) / 10, height: Math.round(height * 10) / 10 }
}
