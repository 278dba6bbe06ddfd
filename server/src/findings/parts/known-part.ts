import type { PartType } from '../../core/contracts/part-types.ts'
import { Problem } from '../../core/contracts/problems.ts'

/** `ignore` is the part of every damage whose part is not known: what is said of it would be said of all of them. */
export function requireKnownPart(partType: PartType): void {
  if (partType === 'ignore') throw new Problem('part_not_set')
}
