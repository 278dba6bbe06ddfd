import { sql } from 'kysely'
import type { DamageType } from '../../core/contracts/damage-types.ts'
import type { PartType } from '../../core/contracts/part-types.ts'
import { condition } from '../../core/platform/condition.ts'
import type { Context } from '../../core/platform/context.ts'
import type { EstimateDamage, EstimateInput } from '../costs/estimate-types.ts'
import { minorOf } from '../costs/money.ts'

/** Longer than any vehicle: more costs no more. */
const SIZE_CM_MAX = 1_000

/** What is known of the vehicle, its damages and people's choices, as an estimate needs it. */
export async function readEstimateInput(
  ctx: Context,
  inspectionId: string,
  currency: string,
): Promise<Pick<EstimateInput, 'vehicle' | 'damages' | 'choices'>> {
  return {
    vehicle: await readVehicle(ctx, inspectionId, currency),
    damages: await readDamages(ctx, inspectionId),
    choices: await readChoices(ctx, inspectionId),
  }
}

/** What a person made or confirmed is there; what a model found is as sure as it says. */
async function readDamages(ctx: Context, inspectionId: string): Promise<EstimateDamage[]> {
  const rows = await ctx.db
    .selectFrom('damages')
    .select([
      'id',
      sql<DamageType>`damage_type`.as('damage_type'),
      sql<PartType[]>`array(
        select parts.part_type from damage_parts
        join parts on parts.org_id = damage_parts.org_id and parts.id = damage_parts.part_id
        where damage_parts.org_id = damages.org_id and damage_parts.damage_id = damages.id
        order by parts.part_type)`.as('part_types'),
      'damage_size_cm',
      'size_cm_low',
      'size_cm_high',
      condition`confidence is null or confirmed_at is not null`.as('is_confirmed'),
      'confidence',
    ])
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ damage_size_cm, size_cm_low, size_cm_high, ...damage }) => ({
    ...damage,
    size_cm: atMostMax(damage_size_cm),
    size_cm_low: atMostMax(size_cm_low),
    size_cm_high: atMostMax(size_cm_high),
  }))
}

/** Not by the database: its `least` takes the limit for the size of what nobody measured. */
function atMostMax(cm: number | null): number | null {
  return cm === null ? null : Math.min(cm, SIZE_CM_MAX)
}

/** A market value in another currency says nothing next to these prices. */
async function readVehicle(
  ctx: Context,
  inspectionId: string,
  currency: string,
): Promise<EstimateInput['vehicle']> {
  const { brand, vehicle_type, market_value_value, market_value_unit } = await ctx.db
    .selectFrom('vehicles')
    .select(['brand', 'vehicle_type', 'market_value_value', 'market_value_unit'])
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .executeTakeFirstOrThrow()
  const isComparable = market_value_value !== null && market_value_value > 0 && market_value_unit === currency
  return {
    brand,
    vehicle_type,
    market_value: isComparable ? { minor: minorOf(market_value_value, currency), currency } : null,
  }
}

/** Whether to repair or to replace a part is for a person to say, if one has said it. */
async function readChoices(ctx: Context, inspectionId: string) {
  return ctx.db
    .selectFrom('pricings')
    .innerJoin('parts', (join) =>
      join.onRef('parts.org_id', '=', 'pricings.org_id').onRef('parts.id', '=', 'pricings.part_id'),
    )
    .select([
      sql<PartType>`parts.part_type`.as('part_type'),
      sql<'repair' | 'replace'>`pricings.repair_operation`.as('repair_operation'),
    ])
    .where('pricings.org_id', '=', ctx.org_id)
    .where('pricings.inspection_id', '=', inspectionId)
    .where('pricings.deleted_at', 'is', null)
    .where('pricings.repair_operation', 'is not', null)
    .where(condition`'repair_operation' = any(pricings.person_fields)`)
    .orderBy('parts.part_type')
    .execute()
}
