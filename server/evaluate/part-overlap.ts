import { typesOf } from '../src/analysis/part-map/part-on-map.ts'
import type { PartMap } from '../src/analysis/part-map/segment-parts.ts'
import { bootstrap, type Figure } from './bootstrap.ts'
import type { ExaminedParts } from './examine-parts.ts'
import { pooledIou, ratio } from './metrics.ts'
import { OTHER_BODY, type PartPicture } from './part-sets.ts'

/** IoU of each class on the grid of the network, cells of all pictures added up. Sides are not asked for here. */
export function overlapFigures(examined: readonly ExaminedParts[]): {
  mean: Figure
  by_class: Record<string, Figure>
} {
  const [first] = examined
  const names = (first?.map.classes ?? [])
    .filter((known) => typesOf(known).length > 0)
    .map(({ name }) => name)
  const rows = examined.flatMap(({ picture, map }, unit) => overlapsOf(picture, map, unit))
  const byClass = Map.groupBy(rows, ({ name }) => name)
  const counts = Object.fromEntries([...names, 'mean'].map((name) => [name, examined.length]))
  const figures = bootstrap(examined.length, counts, (weights) => {
    const ious = names.map((name): [string, number] => [name, pooledIou(byClass.get(name) ?? [], weights)])
    const known = ious.map(([, iou]) => iou).filter((iou) => !Number.isNaN(iou))
    return {
      ...Object.fromEntries(ious),
      mean: ratio(
        known.reduce((sum, iou) => sum + iou, 0),
        known.length,
      ),
    }
  })
  const { mean, ...by_class } = figures
  if (!mean) throw new Error('no part was measured')
  return { mean, by_class }
}

function overlapsOf(picture: PartPicture, map: PartMap, unit: number) {
  const size = map.side * map.side
  const painted = picture.paint(4 * map.side)
  const sums = new Map<string, { unit: number; name: string; both: number; either: number }>()
  const sumOf = (name: string) => {
    const found = sums.get(name) ?? { unit, name, both: 0, either: 0 }
    sums.set(name, found)
    return found
  }
  for (let place = 0; place < size; place++) {
    const label = labelAt(picture, painted, map, place)
    if (label === OTHER_BODY) continue
    const said = map.classes.reduce(
      (best, _, at) =>
        (map.parts[at * size + place] ?? 0) > (map.parts[best * size + place] ?? 0) ? at : best,
      0,
    )
    const truth = label?.replace(/_(left|right)$/, '') ?? null
    const answer = map.classes[said]
    const name = answer && typesOf(answer).length > 0 ? answer.name : null
    if (name !== null) sumOf(name).either += 1
    if (truth !== null && truth !== name) sumOf(truth).either += 1
    if (truth !== null && truth === name) sumOf(truth).both += 1
  }
  return [...sums.values()]
}

/** What the reader drew at the middle of a cell of the map. */
function labelAt(
  { labels }: PartPicture,
  painted: Uint8Array,
  { box, side }: PartMap,
  place: number,
): string | null {
  const fine = 4 * side
  const x = box.left + (((place % side) + 0.5) / side) * (box.right - box.left)
  const y = box.top + ((Math.floor(place / side) + 0.5) / side) * (box.bottom - box.top)
  const cell = Math.min(fine - 1, Math.floor(y * fine)) * fine + Math.min(fine - 1, Math.floor(x * fine))
  return labels[(painted[cell] ?? 0) - 1]?.name ?? null
}
