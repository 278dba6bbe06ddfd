import { sql } from 'kysely'
import type { DamageType } from '../../core/contracts/damage-types.ts'
import type { PartSource, SizeSource } from '../../core/contracts/findings.ts'
import { damageLabel } from '../../core/contracts/labels.ts'
import type { PartType } from '../../core/contracts/part-types.ts'
import { requireRow } from '../../core/contracts/require-row.ts'
import type { Context, TransactionContext } from '../../core/platform/context.ts'
import type { Damage, DamageOnPart } from './schema.ts'

/** Damages with the parts they are on. The caller says which ones and in which order. */
export function selectDamages(ctx: Context) {
  return ctx.db
    .selectFrom('damages')
    .where('damages.org_id', '=', ctx.org_id)
    .where('damages.is_replaced', '=', false)
    .select([
      'damages.id',
      'damages.inspection_id',
      'damages.created_at',
      'damages.deleted_at',
      'damages.created_by',
      sql<DamageType>`damages.damage_type`.as('damage_type'),
      'damages.damage_size_cm',
      'damages.version',
      'damages.number',
      'damages.is_user_modified',
      'damages.confirmed_by',
      'damages.confirmed_at',
      'damages.confidence',
      'damages.part_confidence',
      sql<PartSource | null>`damages.part_source`.as('part_source'),
      'damages.size_cm_low',
      'damages.size_cm_high',
      sql<SizeSource | null>`damages.scale_source`.as('scale_source'),
      sql<string[]>`array(
        select damage_parts.part_id from damage_parts
        where damage_parts.org_id = damages.org_id and damage_parts.damage_id = damages.id
        order by damage_parts.part_id)`.as('part_ids'),
    ])
}

export type DamageRow = Awaited<ReturnType<ReturnType<typeof selectDamages>['execute']>>[number]

/** What models say of a damage is left out where a person made it. */
export function damageJson(row: DamageRow): Damage {
  const {
    number,
    confidence,
    part_confidence,
    part_source,
    size_cm_low,
    size_cm_high,
    scale_source,
    ...fields
  } = row
  return {
    ...fields,
    object_type: 'DAMAGE',
    label: damageLabel(number),
    ...(confidence === null ? {} : { confidence }),
    ...(part_confidence === null ? {} : { part_confidence }),
    ...(part_source === null ? {} : { part_source }),
    ...(size_cm_low === null ? {} : { size_cm_low }),
    ...(size_cm_high === null ? {} : { size_cm_high }),
    ...(scale_source === null ? {} : { scale_source }),
  }
}

/** A damage as the answer to its correction shows it: with the type of the part it is on. */
export async function readDamageOnPart(ctx: TransactionContext, damageId: string): Promise<DamageOnPart> {
  const row = await selectDamages(ctx).where('damages.id', '=', damageId).executeTakeFirstOrThrow()
  const part = await ctx.db
    .selectFrom('parts')
    .select(sql<PartType>`part_type`.as('part_type'))
    .where('org_id', '=', ctx.org_id)
    .where('id', 'in', row.part_ids)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { ...damageJson(row), ...part, parts: row.part_ids }
}

/** Also finds a deleted one: whoever deletes again is answered the same. */
export async function lockDamage(ctx: TransactionContext, inspectionId: string, damageId: string) {
  return requireRow(
    damageId,
    ctx.db
      .selectFrom('damages')
      .select(['deleted_at', 'version'])
      .where('org_id', '=', ctx.org_id)
      .where('inspection_id', '=', inspectionId)
      .where('id', '=', damageId)
      .where('is_replaced', '=', false)
      .forUpdate(),
  )
}
