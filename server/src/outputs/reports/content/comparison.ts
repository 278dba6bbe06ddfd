import type { PartType } from '../../../core/contracts/part-types.ts'
import type { DamageRow } from '../../../findings/damages/queries.ts'
import type { ReportComparison, ReportDamage } from '../report-content.ts'
import { coverageIn } from './coverage.ts'
import { partsOfDamage } from './damages.ts'
import type { ReportFacts } from './read-facts.ts'
import { mileageOf } from './vehicle.ts'

type Facts = NonNullable<ReportFacts>
type Earlier = NonNullable<Facts['earlier']>
type Compared = ReportComparison['damages'][number]

/**
 * The damages of this inspection and of the one it is related to, matched by part and type. What is not recorded earlier
 * is not called new: pictures of the time may show it all the same.
 */
export function comparisonOf(facts: Facts, damages: readonly ReportDamage[]): ReportComparison | null {
  const { earlier } = facts
  if (!earlier) return null
  return {
    inspection_id: earlier.inspection.id,
    created_at: earlier.inspection.created_at,
    mileage: mileageOf(earlier.vehicle),
    damages: compare(facts, earlier, damages),
  }
}

/** The damages with how old they are by the comparison. */
export function withAge(damages: ReportDamage[], comparison: ReportComparison | null): ReportDamage[] {
  if (!comparison) return damages
  const known = new Set(
    comparison.damages.flatMap(({ number, outcome }) => (outcome === 'both' ? [number] : [])),
  )
  return damages.map((damage) => ({ ...damage, age: known.has(damage.number) ? 'existing' : 'uncertain' }))
}

function compare(facts: Facts, earlier: Earlier, damages: readonly ReportDamage[]): Compared[] {
  const partTypes = new Map(earlier.parts.map((part) => [part.id, part.part_type]))
  const left = earlier.damages.map((row) => ({ row, parts: partsOfDamage(row, partTypes) }))
  // Of a part with a damage somebody has seen that much, with or without a picture.
  const seenBefore = new Set([...coverageIn(earlier).parts_seen, ...left.flatMap(({ parts }) => parts)])
  const seenNow = new Set([
    ...coverageIn(facts).parts_seen,
    ...damages.flatMap(({ part_types }) => part_types),
  ])
  const now = damages.map(({ number, damage_type, part_types }): Compared => {
    const part_type = part_types[0] ?? null
    const at = left.findIndex(({ row, parts }) => isSame(row, parts, damage_type, part_types))
    const unmatched = isIn(seenBefore, part_type) ? 'only_now' : 'not_seen_before'
    if (at >= 0) left.splice(at, 1)
    return { part_type, damage_type, number, outcome: at >= 0 ? 'both' : unmatched }
  })
  const before = left.map(({ row, parts }): Compared => {
    const part_type = parts[0] ?? null
    const outcome = isIn(seenNow, part_type) ? 'only_before' : 'not_seen_now'
    return { part_type, damage_type: row.damage_type, number: null, outcome }
  })
  return [...now, ...before]
}

/** Without a part nothing can be matched. */
function isSame(row: DamageRow, parts: PartType[], type: string, partTypes: readonly PartType[]): boolean {
  return row.damage_type === type && parts.some((part) => part !== 'ignore' && partTypes.includes(part))
}

const isIn = (parts: ReadonlySet<PartType>, part: PartType | null) =>
  part !== null && part !== 'ignore' && parts.has(part)
