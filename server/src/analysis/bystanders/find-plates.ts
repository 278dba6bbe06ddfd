import type { Models } from '../../inference/model.ts'
import { boxOfCells } from '../box-of-cells.ts'
import { findComponents } from '../damage/find-components.ts'
import type { FractionBox } from '../detect-vehicle.ts'
import { type PartMap, segmentBox } from '../part-map/segment-parts.ts'
import { growBox } from './grow-box.ts'

const FIND_PLATES = {
  /** Much lower than where a part is named: a place hidden for nothing costs less than a plate that is shown. */
  cell_min: 0.1,
  /** Added on every side, in heights of what was found: the network's cells are coarse. */
  margin: 0.35,
  /** In shares of the picture. What is larger is a house front or a grill: on no picture of a vehicle is a plate as large. */
  width_max: 0.5,
  height_max: 0.25,
}

const WHOLE: FractionBox = { left: 0, top: 0, right: 1, bottom: 1 }
/** Quarters that overlap by a fifth of the picture: plates of vehicles further away are too small on the whole. */
const QUARTERS: readonly FractionBox[] = [0, 0.4].flatMap((top) =>
  [0, 0.4].map((left) => ({ left, top, right: left + 0.6, bottom: top + 0.6 })),
)

/** The plates on a picture, on whatever vehicle. One plate may be found several times. */
export async function findPlates(models: Models, jpeg: Buffer): Promise<FractionBox[]> {
  const found: FractionBox[] = []
  // One after the other: five at once would take five times the memory.
  for (const box of [WHOLE, ...QUARTERS]) found.push(...platesOn(await segmentBox(models, jpeg, box)))
  return found
}

/** The plates on one map, in shares of the picture. */
export function platesOn({
  box,
  side,
  parts,
  classes,
}: Pick<PartMap, 'box' | 'side' | 'parts' | 'classes'>): FractionBox[] {
  const at = classes.findIndex(({ name }) => name === 'license_plate')
  if (at === -1) throw new Error('the part segmenter knows no plates')
  const cells = side * side
  const grid = parts.subarray(at * cells, (at + 1) * cells)
  const [width, height] = [box.right - box.left, box.bottom - box.top]
  const found = findComponents(grid, side, FIND_PLATES.cell_min).map((component) => {
    const seen = boxOfCells(component.cells, side)
    return {
      left: box.left + seen.xmin * width,
      top: box.top + seen.ymin * height,
      right: box.left + (seen.xmin + seen.width) * width,
      bottom: box.top + (seen.ymin + seen.height) * height,
    }
  })
  return found.filter(couldBePlate).map((plate) => {
    const margin = FIND_PLATES.margin * (plate.bottom - plate.top)
    return growBox(plate, { across: margin, up: margin, down: margin })
  })
}

function couldBePlate({ left, top, right, bottom }: FractionBox): boolean {
  return right - left <= FIND_PLATES.width_max && bottom - top <= FIND_PLATES.height_max
}
