import { divide, mapSpan, type Span, shareOf } from './amounts.ts'
import type { EstimateDamage } from './estimate-types.ts'
import type { RuleId } from './rules.ts'
import type { Table } from './table-schema.ts'

export type Measured = {
  damage: EstimateDamage
  /** Whole millimetres of the longest side. */
  size_mm: Span
  size_rule: RuleId
  /** Whole square millimetres. */
  area_mm2: Span
}

/** The size of a damage with its error bar; where none is known, the span that the table states for this. */
export function measure(damage: EstimateDamage, table: Table): Measured {
  const measured = measuredMm(damage, table)
  const size_mm = measured ?? table.size.unknown_mm
  return { damage, size_mm, size_rule: sizeRule(damage), area_mm2: areaOf(damage, size_mm, table) }
}

/** Null where there is no size: what compares sizes must not compare an assumption. */
export function measuredMm(damage: EstimateDamage, table: Table): Span | null {
  const { size_cm, size_cm_low, size_cm_high } = damage
  if (size_cm === null) return null
  for (const value of [size_cm, size_cm_low, size_cm_high])
    if (value !== null && !(value >= 0 && value <= 1_000))
      throw new RangeError(`damage ${damage.id} has the size ${value} cm`)
  const likely = millimetres(size_cm)
  const error = shareOf(likely, table.size.error_share)
  const low = size_cm_low === null ? likely - error : millimetres(size_cm_low)
  const high = size_cm_high === null ? likely + error : millimetres(size_cm_high)
  return { low: Math.max(1, Math.min(low, likely)), likely, high: Math.max(high, likely) }
}

function millimetres(cm: number): number {
  return Math.max(1, Math.round(cm * 10))
}

function sizeRule({ size_cm, size_cm_low, size_cm_high }: EstimateDamage): RuleId {
  if (size_cm === null) return 'size_unknown'
  return size_cm_low === null || size_cm_high === null ? 'size_error_assumed' : 'size_measured'
}

/** A known area grows and shrinks with the square of the size's error. */
function areaOf({ id, area_dm2 }: EstimateDamage, size_mm: Span, table: Table): Span {
  if (area_dm2 === undefined) return mapSpan(size_mm, (mm) => shareOf(mm * mm, table.area.share_of_square))
  if (!(area_dm2 >= 0 && area_dm2 <= 10_000)) throw new RangeError(`damage ${id} has ${area_dm2} dm²`)
  const area_mm2 = Math.round(area_dm2 * 10_000)
  return mapSpan(size_mm, (mm) => divide(area_mm2 * mm * mm, size_mm.likely * size_mm.likely))
}
