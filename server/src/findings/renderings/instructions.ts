import type { DamageType } from '../../core/contracts/damage-types.ts'
import type { Box, Point } from '../../core/contracts/findings.ts'

/** A region as it was found, in pixels of the upright picture. */
export type DamageRegion = { damage_type: DamageType; polygons: Point[][]; bounding_box: Box }

export type Crop = {
  /** The box as it is; margin and ratio are for a crop that shows what is around it. */
  tight: boolean
  /** Added on every side, as a share of the longer side of the box. */
  margin: number
  /** Width to height. */
  ratio: number
  /** Of the JPEG, 1 to 100. */
  quality: number
}

/** What to draw or to cut out. Kept with the row: what a person changes later does not change what was found. */
export type Instructions =
  | { kind: 'regions'; regions: DamageRegion[] }
  | ({ kind: 'crop'; bounding_box: Box } & Crop)
