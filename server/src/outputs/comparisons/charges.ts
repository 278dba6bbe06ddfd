import { sql } from 'kysely'
import type { Context } from '../../core/platform/context.ts'
import { estimate } from '../../findings/costs/estimate.ts'
import type { Estimate, EstimateInput } from '../../findings/costs/estimate-types.ts'
import { TableMissing, type TablesInForce, tablesInForce } from '../../findings/costs/tables-in-force.ts'
import { readEstimateInput } from '../../findings/pricing/estimate-input.ts'
import { selectLatestEstimate } from '../../findings/pricing/update-estimate.ts'
import { type Charged, type PlaceRow, verdictOf } from './places.ts'
import type { Charges } from './schema.ts'

type Facts = Pick<EstimateInput, 'vehicle' | 'damages' | 'choices'>

/** What the later inspection's estimate goes by; `is_made` is false where nobody has asked for one. */
type Basis = {
  table: ReturnType<TablesInForce['tableOf']>
  wear: ReturnType<TablesInForce['wearPackOf']>
  facts: Facts
  is_made: boolean
}

export const NEVER: Charged = { is_chargeable: false, chargeable_rule: null, amount: null }
/** What the wear rules may propose to charge. Anything else takes a person. */
export const CHARGED_VERDICTS: readonly string[] = ['new', 'worsened']

/** What each place costs, by its id, and what they cost together. Only amounts of chargeable places are counted. */
export async function readCharges(
  ctx: Context,
  laterInspectionId: string,
  places: readonly PlaceRow[],
): Promise<{ charges: Charges; charged: Map<string, Charged> }> {
  const basis = await readBasis(ctx, laterInspectionId)
  const rules = basis ? rulesOf(basis, places) : new Map<string, Rule>()
  const chargeable = new Map(places.map((place) => [place.id, chargeableOf(place, rules)]))
  const billed = places.filter(({ id }) => chargeable.get(id)?.is_chargeable)
  const amounts = basis?.is_made ? amountsOf(basis, billed) : null
  const amountOf = (place: PlaceRow) => amounts?.get(place.later?.damage_id ?? '') ?? null
  const sum = (wanted: PlaceRow[]) =>
    amounts && wanted.reduce((total, place) => total + (amountOf(place) ?? 0), 0)
  return {
    charged: new Map(
      places.map((place) => {
        const { is_chargeable, chargeable_rule } = chargeable.get(place.id) ?? NEVER
        return [place.id, { is_chargeable, chargeable_rule, amount: is_chargeable ? amountOf(place) : null }]
      }),
    ),
    charges: {
      currency: amounts && basis ? basis.table.currency : null,
      confirmed: sum(billed.filter((place) => place.verdict !== null)),
      proposed: sum(billed.filter((place) => place.verdict === null)),
      needs_human_decision: billed.some((place) => place.verdict === null),
    },
  }
}

type Rule = { is_billable: boolean; rule: string }

function chargeableOf(place: PlaceRow, rules: ReadonlyMap<string, Rule>): Charged {
  if (!place.is_damage || !place.later?.damage_id) return NEVER
  if (place.is_chargeable !== null)
    return { ...NEVER, is_chargeable: place.is_chargeable, chargeable_rule: 'person' }
  const rule = rules.get(place.later.damage_id)
  if (!rule || !CHARGED_VERDICTS.includes(verdictOf(place))) return NEVER
  return { ...NEVER, is_chargeable: rule.is_billable, chargeable_rule: rule.rule }
}

/** What the operator's wear rules say of each damage, and why the estimate has no price for some. */
function rulesOf({ table, wear, facts }: Basis, places: readonly PlaceRow[]): Map<string, Rule> {
  const decided = new Set(
    places.flatMap(({ verdict, later }) => (verdict !== null && later?.damage_id ? [later.damage_id] : [])),
  )
  const idsOf = (some: readonly PlaceRow[]) => new Set(some.flatMap(({ later }) => later?.damage_id ?? []))
  const known = idsOf(places)
  const counted = idsOf(places.filter((place) => place.is_damage && verdictOf(place) !== 'unchanged'))
  // What is no damage, or was there before, must not use up the number that a rule accepts for a panel.
  const judged = facts.damages.filter(({ id }) => counted.has(id) || !known.has(id))
  const damages = judged.map((damage) => ({
    ...damage,
    // Who decides what happened to a damage has said that it is there.
    is_confirmed: damage.is_confirmed || decided.has(damage.id),
  }))
  const { verdicts, not_priced } = estimate({ table, wear, ...facts, damages })
  return new Map([
    ...damages.map(({ id }): [string, Rule] => [id, { is_billable: true, rule: 'wear_no_rule' }]),
    ...not_priced.map(({ damage_id, rule }): [string, Rule] => [damage_id, { is_billable: false, rule }]),
    ...verdicts.map(({ damage_id, verdict, rule, reason }): [string, Rule] => [
      damage_id,
      { is_billable: verdict === 'billable', rule: rule ?? reason },
    ]),
  ])
}

/** The estimate of the chargeable damages alone. A line of several damages is shared between them, to the minor unit. */
function amountsOf({ table, facts }: Basis, billed: readonly PlaceRow[]): Map<string, number> {
  const ids = new Set(billed.map(({ later }) => later?.damage_id))
  const damages = facts.damages
    .filter(({ id }) => ids.has(id))
    .map((damage) => ({ ...damage, is_confirmed: true }))
  const amounts = new Map(damages.map(({ id }) => [id, 0]))
  const { parts } = estimate({ table, wear: null, ...facts, damages })
  for (const { lines, decisions } of parts)
    for (const { likely, damage_ids } of lines) {
      const sharing = damage_ids.length > 0 ? damage_ids : decisions.map(({ damage_id }) => damage_id)
      sharing.forEach((id, at) => {
        const share = Math.floor(likely / sharing.length) + (at < likely % sharing.length ? 1 : 0)
        amounts.set(id, (amounts.get(id) ?? 0) + share)
      })
    }
  return amounts
}

async function readBasis(ctx: Context, inspectionId: string): Promise<Basis | null> {
  const latest = await selectLatestEstimate(ctx, inspectionId)
    .select(sql<Estimate>`content`.as('content'))
    .executeTakeFirst()
  const tables = await tablesInForce(ctx.config)
  try {
    const table = tables.tableOf(latest?.content.region ?? null)
    const wear = tables.wearPackOf(latest?.content.wear_pack?.id ?? null)
    const facts = await readEstimateInput(ctx, inspectionId, table.currency)
    return { table, wear, facts, is_made: latest !== undefined }
  } catch (error) {
    // The operator has taken the table away: nothing is proposed, and nothing has an amount.
    if (!(error instanceof TableMissing)) throw error
    return null
  }
}
