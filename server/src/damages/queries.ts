import { sql } from 'kysely'
import type { DamageType } from '../contracts/damage-types.ts'
import type { Context } from '../platform/context.ts'
import type { Damage } from './schema.ts'

/** Damages with the parts they are on. The caller says which ones and in which order. */
export function selectDamages(ctx: Context) {
  return ctx.db
    .selectFrom('damages')
    .where('damages.org_id', '=', ctx.org_id)
    .select([
      'damages.id',
      'damages.inspection_id',
      'damages.created_at',
      'damages.deleted_at',
      'damages.created_by',
      sql<DamageType>`damages.damage_type`.as('damage_type'),
      'damages.damage_size_cm',
      'damages.version',
      sql<string[]>`array(
        select damage_parts.part_id from damage_parts
        where damage_parts.org_id = damages.org_id and damage_parts.damage_id = damages.id
        order by damage_parts.part_id)`.as('part_ids'),
    ])
}

export type DamageRow = Awaited<ReturnType<ReturnType<typeof selectDamages>['execute']>>[number]

export function damageJson(row: DamageRow): Damage {
  return { ...row, object_type: 'DAMAGE' }
}
