import { condition } from '../../core/platform/condition.ts'
import type { Context } from '../../core/platform/context.ts'
import { anyOf } from '../../core/platform/database.ts'

export function selectHolds(ctx: Context) {
  return ctx.db
    .selectFrom('holds')
    .where('holds.org_id', '=', ctx.org_id)
    .select(['holds.inspection_id as id', 'holds.reason', 'holds.created_at', 'holds.created_by'])
}

/** Inspections that these are compared with. A deleted comparison still has its paper and its decisions. */
export async function findCompared(ctx: Context, inspectionIds: readonly string[]) {
  const pairs = await ctx.db
    .selectFrom('comparisons')
    .select(['earlier_inspection_id as earlier', 'later_inspection_id as later'])
    .where('org_id', '=', ctx.org_id)
    .where(({ or, eb }) =>
      or([
        eb('earlier_inspection_id', '=', anyOf(inspectionIds)),
        eb('later_inspection_id', '=', anyOf(inspectionIds)),
      ]),
    )
    .execute()
  return pairs.flatMap(({ earlier, later }) => [
    { id: earlier, other: later },
    { id: later, other: earlier },
  ])
}

/**
 * Whether an inspection must stay: it is held, or compared with one that is. The comparison, its decisions and its paper would go with
 * either side.
 */
export const mustStay = condition`exists (
  select from holds where holds.org_id = inspections.org_id and (holds.inspection_id = inspections.id
    or holds.inspection_id in (
      select later_inspection_id from comparisons
      where comparisons.org_id = inspections.org_id and earlier_inspection_id = inspections.id
      union all
      select earlier_inspection_id from comparisons
      where comparisons.org_id = inspections.org_id and later_inspection_id = inspections.id)))`

/** Those of the inspections that are held. */
export async function findHeld(ctx: Context, inspectionIds: readonly string[]): Promise<string[]> {
  const rows = await selectHolds(ctx).where('holds.inspection_id', '=', anyOf(inspectionIds)).execute()
  return rows.map(({ id }) => id)
}
