import { DAMAGE_BEHAVIORS } from '@walkaround/catalog/damage-types'
import { divide, type Scenario, shareOf, sum, thousandths } from './amounts.ts'
import type { Decided, DecidedPiece } from './decide-operation.ts'
import type { EstimateLine } from './estimate-types.ts'
import type { Paint } from './paint.ts'
import { pdrPrice } from './pdr.ts'
import type { Piece } from './pieces.ts'
import type { Table } from './table-schema.ts'

/** A line at one end of the error bar, or in the middle. */
export type ScenarioLine = Omit<EstimateLine, 'low' | 'likely' | 'high'> & { minor: number }
type Draft = Pick<ScenarioLine, 'kind' | 'rule' | 'table_rows' | 'unit' | 'quantity' | 'unit_minor'> & {
  damage_ids: string[]
  /** Tells lines of one kind apart. */
  of?: string
  on?: ScenarioLine['part_type']
}

/**
 * Everything that is charged for one piece. Hours are rounded to hundredths, which is how they are printed, before they are
 * multiplied; each line is then rounded to the minor unit. Halves go up.
 */
export function linesOf(
  table: Table,
  piece: Piece,
  decided: DecidedPiece,
  paint: Paint | null,
  scenario: Scenario,
): ScenarioLine[] {
  const drafts = [
    ...polishLines(table, decided),
    ...pdrLines(table, piece, decided, scenario),
    ...repairLines(table, piece, decided, scenario),
    ...replaceLines(table, piece, decided),
    ...(paint && isPainted(decided) ? paintLines(table, piece, decided, paint) : []),
  ]
  return drafts
    .map((draft) => ({ ...draft, quantity: printedQuantity(draft) }))
    .filter((draft) => draft.quantity > 0 || draft.rule === 'clear_coat_capped')
    .map(({ of, on, ...draft }) => ({
      id: [piece.part_type, ...(piece.is_child ? [piece.on] : []), draft.kind, ...(of ? [of] : [])].join('/'),
      part_type: on ?? piece.on,
      operation: decided.operation,
      ...draft,
      minor:
        draft.unit === 'hour'
          ? divide(draft.quantity * draft.unit_minor, 1_000)
          : draft.quantity * draft.unit_minor,
    }))
}

/** So whoever multiplies what is printed gets what is printed. */
function printedQuantity({ unit, quantity }: Pick<Draft, 'unit' | 'quantity'>): number {
  return unit === 'hour' ? divide(quantity, 10) * 10 : quantity
}

/** Pieces that are never painted have no paint work, so it is asked for elsewhere. */
export function isPainted({ operation }: DecidedPiece): boolean {
  return operation === 'repair' || operation === 'replace'
}

export function netOf(lines: ScenarioLine[]): number {
  return sum(lines.map((line) => line.minor))
}

function withOperation({ decided }: DecidedPiece, operation: Decided['operation']): Decided[] {
  return decided.filter((one) => one.operation === operation)
}

const BODY_RATE = '$.rates.body.minor_per_hour'

function polishLines(table: Table, decided: DecidedPiece): Draft[] {
  return withOperation(decided, 'polish').map(({ damage }) => ({
    kind: 'polish',
    rule: 'polish_hours',
    of: damage.id,
    damage_ids: [damage.id],
    table_rows: ['$.polish.hours', BODY_RATE],
    unit: 'hour',
    quantity: thousandths(table.polish.hours),
    unit_minor: table.rates.body.minor_per_hour,
  }))
}

function pdrLines(table: Table, piece: Piece, decided: DecidedPiece, scenario: Scenario): Draft[] {
  const dents = withOperation(decided, 'pdr')
  if (dents.length === 0) return []
  const sizes = dents.map((dent) => dent.size_mm[scenario])
  const { minor, row } = pdrPrice(table, piece.row_name, sizes)
  const damage_ids = dents.map(({ damage }) => damage.id)
  return [
    {
      kind: 'pdr',
      rule: 'pdr_matrix',
      damage_ids,
      table_rows: [row],
      unit: 'piece',
      quantity: 1,
      unit_minor: minor,
    },
  ]
}

function repairLines(table: Table, piece: Piece, decided: DecidedPiece, scenario: Scenario): Draft[] {
  const repairs = withOperation(decided, 'repair')
  if (repairs.length === 0) return []
  const { refurbish_minor } = piece.row
  if (refurbish_minor !== null)
    return [
      {
        kind: 'refurbish',
        rule: 'refurbish_price',
        damage_ids: repairs.map(({ damage }) => damage.id),
        table_rows: [`$.rows.${piece.row_name}.refurbish_minor`],
        unit: 'piece',
        quantity: 1,
        unit_minor: refurbish_minor,
      },
    ]
  return repairs.map(({ damage, area_mm2 }): Draft => {
    const behavior = DAMAGE_BEHAVIORS[damage.damage_type]
    // Glass and what else has no body hours comes here only by a person's choice, and then counts as bent.
    const by = behavior === 'metal' || behavior === 'paint' ? behavior : 'structural'
    const { base, per_dm2 } = table.body_hours[by]
    return {
      kind: 'body',
      rule: 'body_hours_by_area',
      of: damage.id,
      damage_ids: [damage.id],
      table_rows: [`$.body_hours.${by}`, BODY_RATE],
      unit: 'hour',
      quantity: divide(thousandths(base) * 10_000 + thousandths(per_dm2) * area_mm2[scenario], 10_000),
      unit_minor: table.rates.body.minor_per_hour,
    }
  })
}

function replaceLines(table: Table, piece: Piece, decided: DecidedPiece): Draft[] {
  if (decided.operation !== 'replace') return []
  const { part_minor, hours } = piece.row.replace
  const path = `$.rows.${piece.row_name}.replace`
  const damage_ids = decided.decided.map(({ damage }) => damage.id)
  return [
    {
      kind: 'part',
      rule: 'part_price',
      damage_ids,
      table_rows: [`${path}.part_minor`, '$.part_markup.share'],
      unit: 'piece',
      quantity: 1,
      unit_minor: part_minor + shareOf(part_minor, table.part_markup.share),
    },
    {
      kind: 'fit',
      rule: 'fit_hours',
      damage_ids,
      table_rows: [`${path}.hours`, BODY_RATE],
      unit: 'hour',
      quantity: thousandths(hours),
      unit_minor: table.rates.body.minor_per_hour,
    },
  ]
}

function paintLines(table: Table, piece: Piece, decided: DecidedPiece, paint: Paint): Draft[] {
  const { refinish, clear_coat, blends } = paint
  const damage_ids = decided.decided.map(({ damage }) => damage.id)
  const labour = { damage_ids, unit: 'hour', unit_minor: table.rates.paint.minor_per_hour } as const
  const rate = '$.rates.paint.minor_per_hour'
  const row = `$.rows.${piece.row_name}.refinish_hours`
  const overlap = refinish.overlap_row === null ? [] : [refinish.overlap_row]
  return [
    {
      ...labour,
      kind: 'refinish',
      rule: refinish.rule,
      table_rows: [row, ...overlap, rate],
      quantity: refinish.hours,
    },
    {
      ...labour,
      kind: 'clear_coat',
      rule: clear_coat.rule,
      table_rows: [row, clear_coat.row, rate],
      quantity: clear_coat.hours,
    },
    ...blends.map(
      (blend): Draft => ({
        ...labour,
        kind: 'blend',
        rule: 'blend_adjacent',
        of: blend.part_type,
        on: blend.part_type,
        table_rows: [blend.row, '$.blend.share', rate],
        quantity: blend.hours,
      }),
    ),
    {
      kind: 'material',
      rule: 'material_by_hours',
      damage_ids,
      table_rows: ['$.rates.material.minor_per_hour'],
      unit: 'hour',
      quantity: refinish.hours + clear_coat.hours + sum(blends.map((blend) => blend.hours)),
      unit_minor: table.rates.material.minor_per_hour,
    },
  ]
}
