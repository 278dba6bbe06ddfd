import { boxOfCells } from '../box-of-cells.ts'
import { findComponents } from '../damage/find-components.ts'
import type { FractionBox } from '../detect-vehicle.ts'
import type { PartMap } from '../part-map/segment-parts.ts'
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
