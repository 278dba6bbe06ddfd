import { authenticationRows, limitRows, versioningRows } from './account-rows.ts'
import { authenticationGaps } from './authentication-gaps.ts'
import { conductGaps } from './conduct-gaps.ts'
import { formRows, imageOperationRows, taskOperationRows } from './endpoint-rows.ts'
import { enumerationRows } from './enumeration-rows.ts'
import {
  damageOperationRows,
  damageRows,
  otherOperationRows,
  viewOperationRows,
  viewRows,
} from './finding-rows.ts'
import { imageRows } from './image-rows.ts'
import { inspectionGaps } from './inspection-gaps.ts'
import { inspectionOperationRows } from './operation-rows.ts'
import { resourceGaps } from './resource-gaps.ts'
import { inspectionRows, vehicleRows } from './resource-rows.ts'
import type { Gap, Row } from './row.ts'
import { introductionRows, serviceRows } from './sequence-rows.ts'
import { stateRows, taskFieldRows } from './task-rows.ts'

/** Everything the interface specification says, in its order. */
export const ROWS: Row[] = [
  ...introductionRows,
  ...serviceRows,
  ...inspectionRows,
  ...vehicleRows,
  ...imageRows,
  ...taskFieldRows,
  ...viewRows,
  ...damageRows,
  ...enumerationRows,
  ...stateRows,
  ...formRows,
  ...inspectionOperationRows,
  ...taskOperationRows,
  ...imageOperationRows,
  ...viewOperationRows,
  ...damageOperationRows,
  ...otherOperationRows,
  ...authenticationRows,
  ...limitRows,
  ...versioningRows,
]

const SECTIONS = [...new Set(ROWS.map((row) => row.section))]
/** Sections that leave everything open have no rows; their number is their place. */
const placeOf = ({ section }: Gap) => Number.parseInt(section, 10) * 1000 + SECTIONS.indexOf(section)

/** Everything it leaves open, in its order. */
export const GAPS: Gap[] = [
  ...resourceGaps,
  ...inspectionGaps,
  ...conductGaps,
  ...authenticationGaps,
].toSorted((a, b) => placeOf(a) - placeOf(b))
