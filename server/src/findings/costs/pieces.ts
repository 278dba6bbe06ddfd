import {
  isPartType,
  PART_TYPES,
  PARTS,
  type PartKind,
  type PartType,
  rolledUp,
} from '@walkaround/catalog/parts'
import { divide, mapSpan } from './amounts.ts'
import type { EstimateInput } from './estimate-types.ts'
import type { Measured } from './measure.ts'
import { isPriced, rowNameOf } from './table-rows.ts'
import type { Table, TableRow } from './table-schema.ts'

/** What is worked on as one: a part, or a child of it that has figures of its own, such as the handle of a door. */
export type Piece = {
  /** The part it is priced with. */
  part_type: PartType
  /** The piece itself. */
  on: PartType
  is_child: boolean
  kind: PartKind
  row_name: string
  row: TableRow
  found: Measured[]
  choice: 'repair' | 'replace' | null
}

/** The pieces with damages or with a person's choice, in the order of the parts. Damages without a piece are left out. */
export function piecesOf(
  table: Table,
  measured: Measured[],
  choices: NonNullable<EstimateInput['choices']>,
): Piece[] {
  const pieces = new Map<string, Piece>()
  const pieceFor = (part: PartType) => {
    const piece = emptyPiece(table, part)
    const key = `${piece.part_type}/${piece.row_name}`
    return pieces.get(key) ?? pieces.set(key, piece).get(key) ?? piece
  }
  for (const one of measured) {
    const hit = new Set(placesOf(one).map(pieceFor))
    // How a damage over several parts is divided is not known, so each gets the same.
    const area_mm2 = mapSpan(one.area_mm2, (area) => divide(area, hit.size))
    for (const piece of hit) piece.found.push({ ...one, area_mm2 })
  }
  for (const { part_type, repair_operation } of choices)
    if (isPriced(part_type)) chooseFor(pieceFor(part_type), repair_operation)
  return [...pieces.values()]
    .filter(({ found, choice }) => found.length > 0 || choice === 'replace')
    .toSorted((a, b) => orderOf(a.part_type) - orderOf(b.part_type) || orderOf(a.on) - orderOf(b.on))
}

/** A rim and its wheel are one piece; where people chose differently for them, the larger operation stands. */
function chooseFor(piece: Piece, choice: 'repair' | 'replace'): void {
  piece.choice = piece.choice === 'replace' ? 'replace' : choice
}

export function orderOf(part: PartType): number {
  return PART_TYPES.indexOf(part)
}

/** The parts of a damage that can be priced. A hubcap that is missing was seen on its wheel. */
export function placesOf({ damage }: Pick<Measured, 'damage'>): PartType[] {
  const places = damage.part_types.filter(isPriced)
  if (damage.damage_type !== 'missing_hubcap') return places
  return places.map((part) => {
    const hubcap = rolledUp(part).replace(/^wheel/, 'hubcap')
    return isPartType(hubcap) ? hubcap : part
  })
}

function emptyPiece(table: Table, part: PartType): Piece {
  const parent = rolledUp(part)
  const row_name = rowNameOf(table.rows, part)
  const row = row_name === null ? undefined : table.rows[row_name]
  if (row_name === null || row === undefined) throw new Error(`the table has no row for ${part}`)
  const is_child = row_name !== rowNameOf(table.rows, parent)
  const on = is_child ? part : parent
  return { part_type: parent, on, is_child, kind: PARTS[on].kind, row_name, row, found: [], choice: null }
}
