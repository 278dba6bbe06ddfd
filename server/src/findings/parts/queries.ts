import { sql } from 'kysely'
import type { PartType } from '../../core/contracts/part-types.ts'
import { condition } from '../../core/platform/condition.ts'
import type { Context } from '../../core/platform/context.ts'
import type { Part } from './schema.ts'

const hasFindings = condition`
  exists (
    select from damage_parts join damages on damages.org_id = damage_parts.org_id and damages.id = damage_parts.damage_id
    where damage_parts.org_id = parts.org_id and damage_parts.part_id = parts.id and damages.deleted_at is null)
  or exists (
    select from pricings where pricings.org_id = parts.org_id and pricings.inspection_id = parts.inspection_id
      and pricings.part_id = parts.id and pricings.deleted_at is null)
  or exists (
    select from views where views.org_id = parts.org_id and views.part_id = parts.id and views.deleted_at is null)`

/**
 * Parts with the damages on them that are not deleted. A part that no damage, no price and no picture is left of is shown
 * only among deleted objects. The caller says which ones and in which order.
 */
export function selectParts(ctx: Context, wanted: { deleted: boolean }) {
  return ctx.db
    .selectFrom('parts')
    .where('parts.org_id', '=', ctx.org_id)
    .$if(!wanted.deleted, (parts) => parts.where(hasFindings))
    .select([
      'parts.id',
      'parts.inspection_id',
      'parts.created_at',
      'parts.created_by',
      sql<PartType>`parts.part_type`.as('part_type'),
      sql<string[]>`array(
        select damages.id from damage_parts join damages on damages.org_id = damage_parts.org_id and damages.id = damage_parts.damage_id
        where damage_parts.org_id = parts.org_id and damage_parts.part_id = parts.id and damages.deleted_at is null
        order by damages.id)`.as('damage_ids'),
    ])
}

export type PartRow = Awaited<ReturnType<ReturnType<typeof selectParts>['execute']>>[number]

export function partJson(row: PartRow): Part {
  return { ...row, object_type: 'PART', deleted_at: null }
}
