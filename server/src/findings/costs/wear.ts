import { PARTS, type PartType, rolledUp } from '@walkaround/catalog/parts'
import type { Span } from './amounts.ts'
import type { EstimateDamage, Verdict } from './estimate-types.ts'
import { measuredMm } from './measure.ts'
import { orderOf, placesOf } from './pieces.ts'
import type { RuleId } from './rules.ts'
import { isMeantBy } from './table-rows.ts'
import type { Table } from './table-schema.ts'
import type { WearPack, WearRule } from './wear-schema.ts'

type Judged = Verdict & { counted: WearRule | null }

/** One verdict for each damage on a part of the vehicle; of several parts the strictest counts. */
export function wearVerdicts(pack: WearPack, table: Table, damages: EstimateDamage[]): Verdict[] {
  const judged = damages.flatMap((damage) =>
    [...new Set(placesOf({ damage }))].map((part) => judge(pack, table, damage, part)),
  )
  const counted = [...Map.groupBy(judged, countingKey).values()].flatMap(judgeCount)
  return damages.flatMap((damage) => {
    const own = counted.filter((one) => one.damage_id === damage.id).toSorted(strictestFirst)
    return own.slice(0, 1).map(({ counted: _, ...verdict }) => verdict)
  })
}

function judge(pack: WearPack, table: Table, damage: EstimateDamage, part_type: PartType): Judged {
  const measured_mm = measuredMm(damage, table)
  const rule = pack.rules.find(
    ({ applies }) =>
      applies.types.includes(damage.damage_type) &&
      (applies.parts.length === 0 || names(applies.parts, part_type)),
  )
  const as = (verdict: Verdict['verdict'], reason: RuleId): Judged => ({
    damage_id: damage.id,
    part_type,
    verdict,
    rule: rule?.id ?? null,
    reason,
    measured_mm,
    limit_mm: rule?.limit_mm ?? null,
    unchecked: verdict === 'billable' || !rule ? [] : uncheckedOf(rule),
    counted: verdict === 'billable' ? null : (rule ?? null),
  })
  if (!rule) return as('billable', 'wear_no_rule')
  if (rule.verdict === 'billable') return as('billable', 'wear_never_accepted')
  if (names(rule.excluded_zones, part_type)) return as('billable', 'wear_excluded_zone')
  if (rule.limit_mm === null) return as('within_wear', 'wear_within_limit')
  if (measured_mm === null) return as('uncertain', 'wear_size_unknown')
  return as(...compare(measured_mm, rule.limit_mm))
}

function compare(measured: Span, limit_mm: number): [Verdict['verdict'], RuleId] {
  if (measured.high <= limit_mm) return ['within_wear', 'wear_within_limit']
  if (measured.low > limit_mm) return ['billable', 'wear_over_limit']
  return ['uncertain', 'wear_straddles_limit']
}

function names(words: string[], part: PartType): boolean {
  const { kind, zone } = PARTS[part]
  return words.some((word) => word === kind || word === zone || isMeantBy(word, part))
}

function uncheckedOf({ requires, limit_depth_mm }: WearRule): string[] {
  return limit_depth_mm === null ? [...requires] : [...requires, 'depth']
}

/** Damages of one rule on one part count together. */
function countingKey({ part_type, rule, counted }: Judged): string {
  return counted?.max_per_panel ? `${rolledUp(part_type)}/${rule}` : ''
}

function judgeCount(judged: Judged[]): Judged[] {
  const max = judged[0]?.counted?.max_per_panel ?? null
  if (max === null || judged[0] === undefined || countingKey(judged[0]) === '') return judged
  const ids = (verdict?: Verdict['verdict']) =>
    new Set(
      judged
        .filter((one) => verdict === undefined || one.verdict === verdict)
        .map(({ damage_id }) => damage_id),
    ).size
  // Those within the limit are too many by themselves, or only with those that may be within it.
  if (ids('within_wear') > max)
    return judged.map((one) => ({ ...one, verdict: 'billable', reason: 'wear_too_many', unchecked: [] }))
  if (ids() > max)
    return judged.map((one) =>
      one.verdict === 'uncertain' ? one : { ...one, verdict: 'uncertain', reason: 'wear_maybe_too_many' },
    )
  return judged
}

const STRICTEST = ['billable', 'uncertain', 'within_wear']

function strictestFirst(a: Verdict, b: Verdict): number {
  return (
    STRICTEST.indexOf(a.verdict) - STRICTEST.indexOf(b.verdict) || orderOf(a.part_type) - orderOf(b.part_type)
  )
}
