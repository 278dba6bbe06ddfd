import { SCENARIOS, type Scenario, type Span } from './amounts.ts'
import type { DecidedPiece } from './decide-operation.ts'
import { decidePiece } from './decide-piece.ts'
import type { EstimateLine } from './estimate-types.ts'
import { isPainted, linesOf, netOf, type ScenarioLine } from './lines.ts'
import { alone, type Paint, paintTogether } from './paint.ts'
import type { Piece } from './pieces.ts'
import type { Table } from './table-schema.ts'

export type EstimatedPiece = { piece: Piece; decided: DecidedPiece; lines: EstimateLine[] }

/**
 * Each piece is worked out three times: with the low, the likely and the high size of its damages. What is painted together
 * follows the likely sizes, so that one part's error bar does not move another part's price.
 */
export function estimatePieces(
  table: Table,
  pieces: Piece[],
  leftOutWhenLow: ReadonlySet<string>,
): EstimatedPiece[] {
  const nothing = new Set<string>()
  const likely = new Map(pieces.map((piece) => [piece, decidePiece(table, piece, 'likely', nothing)]))
  const painted = [...likely].flatMap(([piece, decided]) => (isPainted(decided) ? [piece] : []))
  const paints = paintTogether(table, painted)

  return [...likely].map(([piece, decided]) => {
    const paint: Paint | null = paints.get(piece) ?? alone(table, piece)
    const linesIn = (scenario: Scenario) => {
      const leftOut = scenario === 'low' ? leftOutWhenLow : nothing
      const inScenario = scenario === 'likely' ? decided : decidePiece(table, piece, scenario, leftOut)
      return linesOf(table, piece, inScenario, paint, scenario)
    }
    const [low, middle, high] = SCENARIOS.map(linesIn)
    return { piece, decided, lines: spanLines(piece, low ?? [], middle ?? [], high ?? []) }
  })
}

/** Lines of the likely sizes with their spans. Where an end has other lines, one line holds the difference. */
function spanLines(
  piece: Piece,
  low: ScenarioLine[],
  likely: ScenarioLine[],
  high: ScenarioLine[],
): EstimateLine[] {
  const sameLow = sameLines(low, likely)
  const sameHigh = sameLines(high, likely)
  const lines = likely.map(({ minor, ...line }, n) => ({
    ...line,
    low: Math.min(minor, sameLow ? (low[n]?.minor ?? minor) : minor),
    likely: minor,
    high: Math.max(minor, sameHigh ? (high[n]?.minor ?? minor) : minor),
  }))
  const difference: Span = {
    low: sameLow ? 0 : Math.min(0, netOf(low) - netOf(likely)),
    likely: 0,
    high: sameHigh ? 0 : Math.max(0, netOf(high) - netOf(likely)),
  }
  if (difference.low === 0 && difference.high === 0) return lines
  return [...lines, spanLine(piece, likely, difference)]
}

function sameLines(a: ScenarioLine[], b: ScenarioLine[]): boolean {
  return a.length === b.length && a.every((line, n) => line.id === b[n]?.id)
}

function spanLine(piece: Piece, likely: ScenarioLine[], difference: Span): EstimateLine {
  return {
    id: [piece.part_type, ...(piece.is_child ? [piece.on] : []), 'span'].join('/'),
    part_type: piece.on,
    kind: 'span',
    damage_ids: piece.found.map(({ damage }) => damage.id),
    operation: likely[0]?.operation ?? 'none',
    rule: 'other_operation_possible',
    table_rows: [],
    unit: 'piece',
    quantity: 1,
    unit_minor: 0,
    ...difference,
  }
}
