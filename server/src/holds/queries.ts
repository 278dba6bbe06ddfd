import type { Context } from '../platform/context.ts'
import { anyOf } from '../platform/database.ts'

export function selectHolds(ctx: Context) {
  return ctx.db
    .selectFrom('holds')
    .where('holds.org_id', '=', ctx.org_id)
    .select(['holds.inspection_id as id', 'holds.reason', 'holds.created_at', 'holds.created_by'])
}

/** Those of the inspections that are held. */
export async function findHeld(ctx: Context, inspectionIds: readonly string[]): Promise<string[]> {
  const rows = await selectHolds(ctx).where('holds.inspection_id', '=', anyOf(inspectionIds)).execute()
  return rows.map(({ id }) => id)
}
