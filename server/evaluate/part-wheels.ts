import { wheelsOnMap } from '../src/analysis/tasks/wheel-analysis/wheels-on-map.ts'
import type { ExaminedParts } from './examine-parts.ts'
import type { Ring } from './masks.ts'
import { namesLabel } from './part-sets.ts'
import { countRight, type WheelCounts, wheelFigures } from './wheels.ts'

/** All places are in these units here, whatever the shape of the picture. */
const UNITS = { width: 1000, height: 1000 }

/** Wheels on whole cars, with their names: a box that overlaps a labelled one and has another name counts as wrong. */
export function namedWheels(examined: readonly ExaminedParts[]) {
  return wheelFigures(examined.map(countWheels))
}

function countWheels({ picture, map }: ExaminedParts): WheelCounts {
  const found = wheelsOnMap(map, UNITS)
  const wheels = picture.labels.filter(({ name }) => name.startsWith('wheel'))
  const right = wheels.reduce((sum, { name, ring }) => {
    const boxes = found.filter(({ wheel_name }) => namesLabel(wheel_name, name)).map(({ box }) => box)
    return sum + countRight(boxes, [boxOfRing(ring)])
  }, 0)
  return { found: found.length, wheels: wheels.length, right }
}

function boxOfRing(ring: Ring) {
  const [xs, ys] = [ring.filter((_, at) => at % 2 === 0), ring.filter((_, at) => at % 2 === 1)]
  const [xmin, ymin] = [Math.min(...xs), Math.min(...ys)]
  return { xmin, ymin, width: Math.max(...xs) - xmin, height: Math.max(...ys) - ymin }
}
