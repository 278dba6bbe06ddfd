import type { Scenario } from './amounts.ts'
import { type Decided, type DecidedPiece, decideOperation } from './decide-operation.ts'
import { OPERATIONS, type Operation } from './estimate-types.ts'
import { linesOf, netOf } from './lines.ts'
import { alone } from './paint.ts'
import type { Piece } from './pieces.ts'
import type { RuleId } from './rules.ts'
import type { Table } from './table-schema.ts'

/** The operations on one piece: the largest wins, and what it takes with it is named. */
export function decidePiece(
  table: Table,
  piece: Piece,
  scenario: Scenario,
  left_out: ReadonlySet<string>,
): DecidedPiece {
  const unfit: DecidedPiece['unfit'] = []
  let decided: Decided[] = []
  for (const measured of piece.found) {
    if (left_out.has(measured.damage.id)) continue
    const one = decideOperation(table, piece, measured, scenario)
    if (one) decided.push(one)
    else unfit.push({ damage_id: measured.damage.id, rule: 'type_does_not_fit_part' })
  }
  decided = tooMany(piece, decided, 'polish', table.polish.max_per_part, 'polish_count_exceeded')
  decided = tooMany(piece, decided, 'pdr', table.pdr.counts.at(-1) ?? 0, 'pdr_count_exceeded')

  if (piece.choice === 'replace') return decideReplace(decided, unfit, 'person_chose_replace')
  if (piece.choice === 'repair') return decideRepair(piece, decided, unfit)
  const replacing = decided.find((one) => one.operation === 'replace')
  if (replacing) return decideReplace(decided, unfit, replacing.rule)
  const kept = asRepaired(decided, unfit)
  return isTooDear(table, piece, kept, scenario) ? decideReplace(decided, unfit, 'replace_share') : kept
}

/** Above the count all of them go to the next larger operation that the piece allows. */
function tooMany(
  { row }: Piece,
  decided: Decided[],
  operation: Operation,
  max: number,
  rule: RuleId,
): Decided[] {
  if (decided.filter((one) => one.operation === operation).length <= max) return decided
  const next = row.refinish_hours === null ? 'replace' : 'repair'
  return decided.map((one) => (one.operation === operation ? { ...one, operation: next, rule } : one))
}

/** What asks for the replacement names its rule; the rest goes with the old piece. */
function decideReplace(
  decided: Decided[],
  unfit: DecidedPiece['unfit'],
  operation_rule: RuleId,
): DecidedPiece {
  const isAskedBy = (one: Decided) =>
    one.operation === 'replace' ||
    operation_rule === 'person_chose_replace' ||
    (operation_rule === 'replace_share' && one.operation === 'repair')
  const absorbed = decided.map((one): Decided => {
    if (!isAskedBy(one)) return { ...one, operation: 'none', rule: 'absorbed_by_replace' }
    return one.operation === 'replace' ? one : { ...one, operation: 'replace', rule: operation_rule }
  })
  return { operation: 'replace', operation_rule, decided: absorbed, unfit }
}

function decideRepair(piece: Piece, decided: Decided[], unfit: DecidedPiece['unfit']): DecidedPiece {
  const canRepair = piece.row.refinish_hours !== null || piece.row.refurbish_minor !== null
  if (!canRepair)
    for (const { operation, damage } of decided)
      if (operation === 'replace') unfit.push({ damage_id: damage.id, rule: 'repair_has_no_price' })
  const kept = decided.flatMap((one): Decided[] => {
    if (one.operation !== 'replace') return [one]
    return canRepair ? [{ ...one, operation: 'repair', rule: 'person_chose_repair' }] : []
  })
  return asRepaired(kept, unfit)
}

function asRepaired(decided: Decided[], unfit: DecidedPiece['unfit']): DecidedPiece {
  const operation = OPERATIONS.findLast((name) => decided.some((one) => one.operation === name)) ?? 'none'
  const absorbed = decided.map((one): Decided => {
    if (operation !== 'repair' || one.operation !== 'polish') return one
    return { ...one, operation: 'none', rule: 'absorbed_by_refinish' }
  })
  const operation_rule = decided.find((one) => one.operation === operation)?.rule ?? null
  return { operation, operation_rule, decided: absorbed, unfit }
}

/** Both are counted as if the piece were painted alone, so that the choice does not depend on other parts. */
function isTooDear(table: Table, piece: Piece, repair: DecidedPiece, scenario: Scenario): boolean {
  if (repair.operation !== 'repair') return false
  const paint = alone(table, piece)
  const replacement = decideReplace(repair.decided, [], 'replace_share')
  const repairMinor = netOf(linesOf(table, piece, repair, paint, scenario))
  const replaceMinor = netOf(linesOf(table, piece, replacement, paint, scenario))
  return repairMinor * 10_000 >= replaceMinor * Math.round(table.replace.share * 10_000)
}
