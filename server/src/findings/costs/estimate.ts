import { DAMAGE_BEHAVIORS } from '@walkaround/catalog/damage-types'
import { PARTS } from '@walkaround/catalog/parts'
import { vehicleTypeOf } from '@walkaround/catalog/vehicle-types'
import { plainText } from '../../core/contracts/plain-text.ts'
import { mapSpan, type Span, shareOf, sumSpans } from './amounts.ts'
import { estimatePieces } from './estimate-pieces.ts'
import type {
  Estimate,
  EstimateDamage,
  EstimateInput,
  NotPriced,
  TotalLoss,
  Verdict,
} from './estimate-types.ts'
import { measure } from './measure.ts'
import type { OpenTable } from './open-tables.ts'
import { partsOf } from './parts-of.ts'
import { piecesOf } from './pieces.ts'
import type { RuleId } from './rules.ts'
import { isPriced } from './table-rows.ts'
import { wearVerdicts } from './wear.ts'

/**
 * What the repair of the visible damage costs, by the figures of one table. Each line is rounded to the minor unit, a half
 * up; every sum is of rounded lines; tax is taken once, on the net sum, and rounded the same way.
 */
export function estimate(input: EstimateInput): Estimate {
  const { wear } = input
  const table = tableOfVehicle(input.table, input.vehicle)
  requireOneCurrency(input)
  const damages = inOrder(input.damages)
  const refused = damages.flatMap((damage) => refusalOf(input, damage))
  const judged = without(damages, refused)
  const verdicts = wear ? wearVerdicts(wear, table, judged) : []
  const worn = verdicts.filter(({ verdict }) => verdict === 'within_wear').map(wornOf)
  const priced = without(judged, worn)

  const measured = priced.map((damage) => measure(damage, table))
  const choices = isUncovered(input) ? [] : (input.choices ?? [])
  const uncertain = verdicts.filter((one) => one.verdict === 'uncertain').map((one) => one.damage_id)
  const estimated = estimatePieces(table, piecesOf(table, measured, choices), new Set(uncertain))

  const parts = partsOf(
    table,
    estimated,
    judged.filter(({ id }) => worn.some(({ damage_id }) => damage_id === id)),
  )
  const net = sumSpans(parts.map((part) => part.net))
  const tax = mapSpan(net, (minor) => shareOf(minor, table.tax.rate))
  const total = sumSpans([net, tax])
  const unfit = estimated.flatMap(({ piece, decided }): NotPriced[] =>
    decided.unfit.map((one) => ({ ...one, part_type: piece.on })),
  )
  const inLines = new Set(parts.flatMap((part) => part.decisions.map(({ damage_id }) => damage_id)))
  return {
    table: { id: table.id, version: table.version, sha256: table.sha256 },
    wear_pack: wear ? { id: wear.id, version: wear.version, sha256: wear.sha256 } : null,
    region: table.region,
    currency: table.currency,
    scope: 'visible_damage_only',
    parts,
    net,
    tax_rate: table.tax.rate,
    tax,
    total,
    total_loss: totalLossOf(input, total),
    verdicts,
    not_priced: [...refused, ...worn, ...unfit],
    unconfirmed: priced
      .filter(({ id, is_confirmed }) => !is_confirmed && inLines.has(id))
      .map(({ id }) => id),
  }
}

/** The table with the rows of the first entry that means this vehicle; as it is where none does. */
function tableOfVehicle(table: OpenTable, { brand, vehicle_type }: EstimateInput['vehicle']): OpenTable {
  const type = vehicleTypeOf(vehicle_type)
  const entry = table.vehicles?.find(
    ({ brands, vehicle_types }) =>
      (!brands || (brand !== null && brands.some((one) => plainText(one) === plainText(brand)))) &&
      (!vehicle_types || (type !== null && vehicle_types.includes(type))),
  )
  return entry ? { ...table, rows: { ...table.rows, ...entry.rows } } : table
}

function requireOneCurrency({ table, vehicle }: EstimateInput): void {
  const given = vehicle.market_value?.currency
  if (given !== undefined && given !== table.currency)
    throw new RangeError(`the market value is in ${given}, the table in ${table.currency}`)
}

/** The order in which damages come in must not matter. */
function inOrder(damages: EstimateDamage[]): EstimateDamage[] {
  const sorted = damages.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const twice = sorted.find(({ id }, n) => id === sorted[n + 1]?.id)
  if (twice) throw new RangeError(`there are two damages with the id ${twice.id}`)
  return sorted
}

function isUncovered({ table, vehicle }: EstimateInput): boolean {
  const type = vehicleTypeOf(vehicle.vehicle_type)
  return type !== null && table.not_for_vehicle_types.includes(type)
}

/** Why a damage has no price wherever it is, if so. */
function refusalOf(input: EstimateInput, damage: EstimateDamage): NotPriced[] {
  const as = (rule: RuleId) => [{ damage_id: damage.id, part_type: damage.part_types[0] ?? null, rule }]
  if (DAMAGE_BEHAVIORS[damage.damage_type] === 'none') return as('not_a_damage')
  if (!damage.part_types.some(isPriced))
    return as(damage.part_types.some(isInside) ? 'inside_not_covered' : 'part_unknown')
  if (isUncovered(input)) return as('vehicle_type_not_covered')
  const { confidence, is_confirmed } = damage
  const isDoubtful = !is_confirmed && confidence !== null && confidence < input.table.confidence.min
  return isDoubtful ? as('too_doubtful') : []
}

function wornOf({ damage_id, part_type }: Verdict): NotPriced {
  return { damage_id, part_type, rule: 'within_wear' }
}

function without(damages: EstimateDamage[], left_out: NotPriced[]): EstimateDamage[] {
  const ids = new Set(left_out.map(({ damage_id }) => damage_id))
  return damages.filter(({ id }) => !ids.has(id))
}

function isInside(part: keyof typeof PARTS): boolean {
  return PARTS[part].kind === 'inside'
}

function totalLossOf({ table, vehicle }: EstimateInput, total: Span): TotalLoss | null {
  if (vehicle.market_value === null) return null
  const { minor } = vehicle.market_value
  const { share } = table.total_loss
  return {
    flag: total.likely >= shareOf(minor, share),
    rule: 'total_loss_share',
    share,
    market_value_minor: minor,
  }
}
