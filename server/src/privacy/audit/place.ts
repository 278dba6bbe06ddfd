import { Problem } from '../../core/contracts/problems.ts'

/** The place that a cursor names. */
export function readPlace(cursor: string): number {
  if (!/^[1-9]\d{0,14}$/.test(cursor)) throw new Problem('not_found')
  return Number(cursor)
}
