import { sql } from 'kysely'
import type { Context } from '../../core/platform/context.ts'
import { mustStay } from '../holds/queries.ts'
import type { InspectionRule } from './schema.ts'

export const cutoff = (days: number) => sql<string>`now() - make_interval(days => ${days})`
/** Ids begin with their time in milliseconds: the first that could have been made then. None was made before 1970. */
export const firstIdAt = (moment: ReturnType<typeof cutoff>) =>
  sql<string>`rpad(lpad(to_hex(greatest(0, extract(epoch from ${moment}) * 1000)::bigint), 12, '0'), 32, '0')::uuid`

/** From when the time of a rule counts, and how an index finds who is on which side of a moment. */
const COUNTED = {
  inspections_days: { since: 'created_at', order: 'id', bound: (days: number) => firstIdAt(cutoff(days)) },
  deleted_inspections_days: { since: 'deleted_at', order: 'deleted_at', bound: cutoff },
  validated_inspections_days: { since: 'validated_at', order: 'validated_at', bound: cutoff },
} as const

export const selectDue = (ctx: Context, rule: InspectionRule, days: number, limit: number) =>
  ctx.db
    .selectFrom('inspections')
    .select('id')
    .where('org_id', '=', ctx.org_id)
    .where(COUNTED[rule].order, '<', COUNTED[rule].bound(days))
    .orderBy(COUNTED[rule].order)
    .limit(limit)

/** What a rule of so many days lets go now, the longest due first. */
export async function findDue(
  ctx: Context,
  rule: InspectionRule,
  days: number,
  limit: number,
): Promise<string[]> {
  const rows = await selectDue(ctx, rule, days, limit)
    .where(({ not }) => not(mustStay))
    .execute()
  return rows.map(({ id }) => id)
}

/** The same with those that must stay. */
export const findDueAndHeld = (ctx: Context, rule: InspectionRule, days: number, limit: number) =>
  selectDue(ctx, rule, days, limit).select(mustStay.as('is_held')).execute()

/** When the first of the others is due. */
export async function findNextDue(ctx: Context, rule: InspectionRule, days: number): Promise<string | null> {
  const { since, order, bound } = COUNTED[rule]
  const row = await ctx.db
    .selectFrom('inspections')
    .select(sql<string>`${sql.ref(since)} + make_interval(days => ${days})`.as('due_at'))
    .where('org_id', '=', ctx.org_id)
    .where(order, '>=', bound(days))
    .orderBy(order)
    .limit(1)
    .executeTakeFirst()
  return row?.due_at ?? null
}
