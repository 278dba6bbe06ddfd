import { DAMAGE_BEHAVIORS } from '@walkaround/catalog/damage-types'
import type { Scenario } from './amounts.ts'
import type { Operation } from './estimate-types.ts'
import type { Measured } from './measure.ts'
import type { Piece } from './pieces.ts'
import type { RuleId } from './rules.ts'
import type { Table } from './table-schema.ts'

export type Decided = Measured & { operation: Operation; rule: RuleId }

export type DecidedPiece = {
  operation: Operation
  /** Null where there is nothing to do. */
  operation_rule: RuleId | null
  decided: Decided[]
  /** Ids of damages that no rule prices on this piece. */
  unfit: { damage_id: string; rule: RuleId }[]
}

/** The operation for one damage on its own, or null where no rule prices it there. */
export function decideOperation(
  table: Table,
  piece: Piece,
  measured: Measured,
  scenario: Scenario,
): Decided | null {
  const as = (operation: Operation, rule: RuleId): Decided => ({ ...measured, operation, rule })
  const { damage_type } = measured.damage
  const behavior = DAMAGE_BEHAVIORS[damage_type]
  if (behavior === 'none') return null
  if (behavior === 'glass') return breaks(piece) ? as('replace', breakRule(piece)) : null
  if (behavior === 'wheel' && piece.kind !== 'wheel') return null
  if (damage_type === 'missing_piece' || damage_type === 'missing_hubcap')
    return as('replace', 'replace_missing')
  if (piece.kind === 'glass' || piece.kind === 'light')
    return behavior === 'structural' ? as('replace', breakRule(piece)) : null
  const bends = behavior === 'structural' || behavior === 'metal'
  if (piece.kind === 'wheel' && bends) return as('replace', 'replace_wheel')
  if (piece.row.refurbish_minor !== null) return as('repair', 'wheel_refurbish')
  if (piece.kind !== 'panel' && (damage_type === 'body_crack' || damage_type === 'smash'))
    return as('replace', 'replace_torn')

  const mm = measured.size_mm[scenario]
  if (POLISHED.has(damage_type) && mm <= table.polish.max_mm) return as('polish', 'polish_small_scratch')
  if (piece.row.refinish_hours === null) return as('replace', 'replace_unpainted')
  if (damage_type === 'dent' && piece.kind === 'panel' && mm <= table.pdr.max_mm)
    return as('pdr', 'pdr_small_dent')
  return as('repair', 'repair_refinish')
}

const POLISHED: ReadonlySet<string> = new Set(['scratch', 'scattered_scratches', 'hubcap_scratch'])

/** Mirrors are plastic with glass in it. */
function breaks({ kind, on }: Piece): boolean {
  return kind === 'glass' || kind === 'light' || on === 'mirror_left' || on === 'mirror_right'
}

function breakRule({ kind }: Piece): RuleId {
  return kind === 'light' ? 'replace_light' : 'replace_glass'
}
