import { PART_TYPES, type PartType } from '../../../core/contracts/part-types.ts'
import type { ComparedPanels, Side } from './types.ts'

/** Which parts of the vehicle both sides show, and which only one does. */
export function comparePanels(earlier: Side, later: Side): ComparedPanels {
  const [before, now] = [partsSeen(earlier), partsSeen(later)]
  const of = (isWanted: (part: PartType) => boolean) => PART_TYPES.filter(isWanted)
  return {
    compared: of((part) => before.has(part) && now.has(part)),
    not_seen_before: of((part) => !before.has(part) && now.has(part)),
    not_seen_now: of((part) => before.has(part) && !now.has(part)),
  }
}

function partsSeen({ pictures }: Side): Set<PartType> {
  return new Set(pictures.flatMap(({ parts }) => parts.map(({ part_type }) => part_type)))
}
