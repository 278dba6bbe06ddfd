import { DAMAGE_BEHAVIORS } from '@walkaround/catalog/damage-types'
import type { DecidedPiece } from './decide-operation.ts'
import type { Level } from './estimate-types.ts'
import type { Piece } from './pieces.ts'
import type { RuleId } from './rules.ts'
import type { Table } from './table-schema.ts'

export type PieceLevel = { level: Level; level_rule: RuleId }

/** How severe the damage of a piece is. It follows the operation, so that it can be explained. */
export function levelOf(table: Table, piece: Piece, { operation, decided }: DecidedPiece): PieceLevel {
  if (operation === 'none') return { level: 0, level_rule: 'level_none' }
  if (operation === 'replace')
    return piece.is_child
      ? { level: 2, level_rule: 'level_piece_replaced' }
      : { level: 3, level_rule: 'level_replace' }
  if (decided.some(({ damage }) => DAMAGE_BEHAVIORS[damage.damage_type] === 'structural'))
    return { level: 3, level_rule: 'level_structural' }
  // An assumed size proves no extent.
  const isLong = decided.some(
    ({ damage, size_mm, size_rule }) =>
      DAMAGE_BEHAVIORS[damage.damage_type] === 'metal' &&
      size_rule !== 'size_unknown' &&
      size_mm.likely > table.severity.extent_mm,
  )
  if (isLong) return { level: 3, level_rule: 'level_extent' }
  if (operation === 'repair') return { level: 2, level_rule: 'level_refinish' }
  return { level: 1, level_rule: 'level_small_repair' }
}
