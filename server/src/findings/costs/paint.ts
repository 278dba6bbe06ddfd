import { PARTS, type PartType } from '@walkaround/catalog/parts'
import { shareOf, thousandths } from './amounts.ts'
import { orderOf, type Piece } from './pieces.ts'
import type { RuleId } from './rules.ts'
import { rowNameOf } from './table-rows.ts'
import type { Table } from './table-schema.ts'

/** The paint work on one piece, in thousandths of an hour. */
export type Paint = {
  refinish: { hours: number; rule: RuleId; overlap_row: string | null }
  clear_coat: { hours: number; rule: RuleId; row: string }
  /** Neighbours into which the colour runs out. */
  blends: { part_type: PartType; hours: number; row: string }[]
}

/** A piece painted without any other; null for one that is never painted. */
export function alone(table: Table, piece: Piece): Paint | null {
  return share(table, piece, [], thousandths(table.clear_coat.max_hours))
}

/**
 * All painted pieces of a vehicle. The one with the most hours is the first; each further one saves the overlap, takes
 * less clear coat, and all together take no more clear coat than one vehicle may.
 */
export function paintTogether(table: Table, painted: Piece[]): Map<Piece, Paint> {
  const paints = new Map<Piece, Paint>()
  const blended = new Set<PartType>()
  let clearLeft = thousandths(table.clear_coat.max_hours)
  for (const piece of painted.toSorted(byHours)) {
    const paint = share(table, piece, [...paints.keys()], clearLeft)
    if (paint === null) continue
    paints.set(piece, paint)
    clearLeft -= paint.clear_coat.hours
  }
  const taken = new Set([...paints.keys()].map((piece) => piece.on))
  for (const [piece, paint] of paints) {
    const neighbours = neighboursOf(piece).filter((part) => !taken.has(part) && !blended.has(part))
    for (const part of neighbours.slice(0, table.blend.panels)) {
      blended.add(part)
      paint.blends.push(...blendOf(table, part))
    }
  }
  return paints
}

function byHours(a: Piece, b: Piece): number {
  return (b.row.refinish_hours ?? 0) - (a.row.refinish_hours ?? 0) || orderOf(a.on) - orderOf(b.on)
}

function share(table: Table, piece: Piece, before: Piece[], clearLeft: number): Paint | null {
  if (piece.row.refinish_hours === null) return null
  const { adjacent_hours, other_hours } = table.overlap
  const touches = before.some(({ on }) => PARTS[on].adjacent.includes(piece.on))
  const overlap = before.length === 0 ? 0 : thousandths(touches ? adjacent_hours : other_hours)
  const hours = Math.max(0, thousandths(piece.row.refinish_hours) - overlap)
  return {
    refinish: { hours, ...overlapRule(before.length === 0, touches) },
    clear_coat: clearCoat(table, hours, before.length === 0, clearLeft),
    blends: [],
  }
}

function overlapRule(isFirst: boolean, touches: boolean): { rule: RuleId; overlap_row: string | null } {
  if (isFirst) return { rule: 'refinish_first', overlap_row: null }
  return touches
    ? { rule: 'refinish_adjacent', overlap_row: '$.overlap.adjacent_hours' }
    : { rule: 'refinish_not_adjacent', overlap_row: '$.overlap.other_hours' }
}

function clearCoat(table: Table, refinish: number, isFirst: boolean, left: number): Paint['clear_coat'] {
  const { first_share, further_share } = table.clear_coat
  const hours = shareOf(refinish, isFirst ? first_share : further_share)
  if (hours > left) return { hours: left, rule: 'clear_coat_capped', row: '$.clear_coat.max_hours' }
  return isFirst
    ? { hours, rule: 'clear_coat_first', row: '$.clear_coat.first_share' }
    : { hours, rule: 'clear_coat_further', row: '$.clear_coat.further_share' }
}

/** Colour runs out only from metal onto metal: plastic differs in shade as it is. */
function neighboursOf({ on, kind }: Piece): PartType[] {
  return kind === 'panel' ? PARTS[on].adjacent.filter((part) => PARTS[part].kind === 'panel') : []
}

function blendOf(table: Table, part_type: PartType): Paint['blends'] {
  const name = rowNameOf(table.rows, part_type)
  const hours = name === null ? null : (table.rows[name]?.refinish_hours ?? null)
  if (name === null || hours === null) return []
  return [
    {
      part_type,
      hours: shareOf(thousandths(hours), table.blend.share),
      row: `$.rows.${name}.refinish_hours`,
    },
  ]
}
