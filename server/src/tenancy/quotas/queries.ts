import { type Kysely, sql } from 'kysely'
import type { Context } from '../../core/platform/context.ts'
import type { DB } from '../../core/platform/database-types.ts'
import { LIMITS, limitsOf, type Overrides } from './limits.ts'

export type UsageRow = Overrides & {
  bytes_stored: number
  inspections_per_day: number
  day_ends_in_s: number
}

/** What the organization may use and uses, exact at this moment, by the clock of the database. */
export async function readUsage(ctx: Context) {
  const { org_id } = ctx
  const db: Kysely<DB> = ctx.db
  const { rows } = await sql<UsageRow>`
    select quotas.bytes_stored_max, quotas.inspections_per_day_max, quotas.uploads_in_flight_max,
      quotas.requests_per_minute_max, quotas.webhook_endpoints_max,
      (
        select coalesce(sum(amount), 0)::bigint from quota_usage
        where org_id = ${org_id} and quota = 'bytes_stored'
      ) as bytes_stored,
      (
        select coalesce(sum(amount), 0)::bigint from quota_usage
        where org_id = ${org_id} and quota = 'inspections_per_day' and day = utc.at::date
      ) as inspections_per_day,
      ceil(extract(epoch from date_trunc('day', utc.at) + interval '1 day' - utc.at))::integer as day_ends_in_s
    from (select now() at time zone 'UTC' as at) as utc left join quotas on (quotas.org_id = ${org_id})`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('a select without conditions returned no row')
  return { ...row, limits: limitsOf(ctx.config, row) }
}

export function selectQuotas(ctx: Context) {
  return ctx.db
    .selectFrom('quotas')
    .select([...LIMITS, 'version', 'updated_at', 'updated_by'])
    .where('org_id', '=', ctx.org_id)
}

/** The limits as they are written now. */
export async function readLimits(ctx: Context) {
  return limitsOf(ctx.config, (await selectQuotas(ctx).executeTakeFirst()) ?? {})
}
