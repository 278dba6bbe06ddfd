import type { Box, FoundPart, Point } from '../../core/contracts/findings.ts'
import { findComponents } from '../damage/find-components.ts'
import { round, roundPixel } from '../round.ts'
import { COARSE, tracePolygon } from '../tasks/damage-detection/trace-polygons.ts'
import { nameOf, typesOf } from './part-on-map.ts'
import type { PartMap } from './segment-parts.ts'

type Size = { width: number; height: number }

/** The parts a picture shows, the surest place of each; parts whose side cannot be told are left out. */
export function visibleParts(map: PartMap, image: Size): FoundPart[] {
  const found = map.classes.flatMap((partClass, at) =>
    typesOf(partClass).length === 0 ? [] : placesOf(map, at, image),
  )
  return [...Map.groupBy(found, ({ part_type }) => part_type).values()].flatMap((places) =>
    places.toSorted((a, b) => areaOf(b) - areaOf(a)).slice(0, 1),
  )
}

function placesOf(map: PartMap, at: number, image: Size): FoundPart[] {
  const { side, box, parameters } = map
  const grid = map.parts.subarray(at * side * side, (at + 1) * side * side)
  const region = {
    width: (box.right - box.left) * image.width,
    height: (box.bottom - box.top) * image.height,
  }
  return findComponents(grid, side, parameters.visible_threshold)
    .filter(({ cells }) => cells.length >= parameters.visible_share_min * side * side)
    .flatMap(({ cells, mean }) => {
      const left = cells.reduce((sum, cell) => sum + (map.left[cell] ?? 0), 0) / cells.length
      const named = nameOf(map.classes[at], left, map)
      if (!named) return []
      const outline = { cells, grid, side, mask_threshold: parameters.visible_threshold }
      const traced = tracePolygon(outline, region, COARSE)
      const polygon = traced.map(
        ([x, y]): Point => [Math.round(x + box.left * image.width), Math.round(y + box.top * image.height)],
      )
      const confidence = round(mean * named.confidence)
      return [{ part_type: named.part, confidence, bounding_box: boxAround(polygon), polygons: [polygon] }]
    })
}

const areaOf = ({ bounding_box: { width, height } }: FoundPart) => width * height

/** The upright box around points. */
export function boxAround(polygon: readonly Point[]): Box {
  const [xs, ys] = [polygon.map(([x]) => x), polygon.map(([, y]) => y)]
  const [xmin, ymin] = [Math.min(...xs), Math.min(...ys)]
  return { xmin, ymin, width: roundPixel(Math.max(...xs) - xmin), height: roundPixel(Math.max(...ys) - ymin) }
}
