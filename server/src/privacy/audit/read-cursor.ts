import { Problem } from '../../core/contracts/problems.ts'

/** The sequence that a cursor names. */
export function readCursor(cursor: string): number {
  if (!/^[1-9]\d{0,14}$/.test(cursor)) throw new Problem('not_found')
  return Number(cursor)
}
