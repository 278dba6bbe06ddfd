import { rolledUp } from '@walkaround/catalog/parts'
import { SEVERITIES, type SeverityLevel } from '@walkaround/catalog/severities'
import type { PartType } from '../../core/contracts/part-types.ts'
import type { PricingRow } from '../pricing/queries.ts'

type Rated = Pick<PricingRow, 'part_type' | 'level' | 'deleted_at'>

/**
 * How severe a damage is: as its part is rated, or, where the part itself is not, the part it is priced with. Of several
 * parts the worst counts. Null where no part is rated, and where the part is not known: nothing is shared by damages of which
 * only that much is known.
 */
export function severityOfDamage(
  partTypes: readonly PartType[],
  prices: readonly Rated[],
): SeverityLevel | null {
  const rated = new Map(
    prices.flatMap(({ part_type, level, deleted_at }) => {
      const known = SEVERITIES.find((one) => one.level === level)
      return part_type !== null && deleted_at === null && known ? [[part_type, known.level]] : []
    }),
  )
  const levels = partTypes
    .filter((part) => part !== 'ignore')
    .flatMap((part) => rated.get(part) ?? rated.get(rolledUp(part)) ?? [])
  return levels.toSorted((a, b) => b - a)[0] ?? null
}
