import { rolledUp } from '@walkaround/catalog/parts'
import { sumSpans } from './amounts.ts'
import type { EstimatedPiece } from './estimate-pieces.ts'
import {
  type EstimateDamage,
  type EstimateLine,
  type EstimatePart,
  type LineKind,
  OPERATIONS,
  type Operation,
} from './estimate-types.ts'
import { levelOf } from './level.ts'
import { orderOf, placesOf } from './pieces.ts'
import type { Table } from './table-schema.ts'

/** The pieces put together by the part they are priced with. Parts that only show fair wear are there without a price. */
export function partsOf(table: Table, estimated: EstimatedPiece[], worn: EstimateDamage[]): EstimatePart[] {
  const groups = Map.groupBy(estimated, ({ piece }) => piece.part_type)
  const wornParts = worn.flatMap((damage) => placesOf({ damage })).map(rolledUp)
  const names = new Set([...groups.keys(), ...wornParts])
  return [...names]
    .toSorted((a, b) => orderOf(a) - orderOf(b))
    .map((part_type) => partOf(table, part_type, groups.get(part_type) ?? []))
    .filter(
      (part) => part.decisions.length > 0 || part.lines.length > 0 || wornParts.includes(part.part_type),
    )
}

function partOf(table: Table, part_type: EstimatePart['part_type'], pieces: EstimatedPiece[]): EstimatePart {
  const lines = pieces.flatMap((piece) => piece.lines)
  const levels = pieces.map(({ piece, decided }) => levelOf(table, piece, decided))
  const highest = levels.toSorted((a, b) => b.level - a.level)[0]
  const largest = pieces.toSorted((a, b) => rankOf(b) - rankOf(a))[0]
  return {
    part_type,
    operation: largest ? operationOnPart(largest) : 'none',
    operation_rule: largest?.decided.operation_rule ?? null,
    operations: wireOperations(pieces),
    hours: hoursOf(lines),
    level: highest?.level ?? 0,
    level_rule: highest?.level_rule ?? 'level_none',
    decisions: pieces.flatMap(({ piece, decided }) =>
      decided.decided.map(({ damage, operation, rule, size_mm, size_rule }) => ({
        damage_id: damage.id,
        part_type: piece.on,
        operation,
        rule,
        size_mm,
        size_rule,
      })),
    ),
    lines,
    net: sumSpans(lines),
  }
}

/** A door whose handle is replaced is repaired, not replaced. */
function operationOnPart({ piece, decided }: EstimatedPiece): Operation {
  return piece.is_child && decided.operation === 'replace' ? 'repair' : decided.operation
}

function rankOf(piece: EstimatedPiece): number {
  return OPERATIONS.indexOf(operationOnPart(piece))
}

/** The wire's words, in the order in which the work is done. */
const WIRE_OPERATIONS: readonly [LineKind, string][] = [
  ['part', 'replacing'],
  ['body', 'dent_repair'],
  ['pdr', 'paintless_dent_repair'],
  ['polish', 'polishing'],
  ['refurbish', 'refinishing'],
  ['refinish', 'refinishing'],
]

function wireOperations(pieces: EstimatedPiece[]): string[] {
  const kinds = new Set(pieces.flatMap(({ lines }) => lines.map((line) => line.kind)))
  return [...new Set(WIRE_OPERATIONS.filter(([kind]) => kinds.has(kind)).map(([, word]) => word))]
}

const HOUR_LABELS: Partial<Record<LineKind, string>> = {
  fit: 'T1',
  polish: 'T1',
  body: 'T2',
  refinish: 'PAINT',
  clear_coat: 'PAINT',
  blend: 'PAINT',
}

function hoursOf(lines: EstimateLine[]): Record<string, number> {
  const thousandths: Record<string, number> = {}
  for (const { kind, quantity } of lines) {
    const label = HOUR_LABELS[kind]
    if (label) thousandths[label] = (thousandths[label] ?? 0) + quantity
  }
  return Object.fromEntries(
    ['T1', 'T2', 'PAINT'].flatMap((label) => {
      const count = thousandths[label]
      return count === undefined ? [] : [[label, count / 1_000]]
    }),
  )
}
