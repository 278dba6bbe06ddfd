import { sql } from 'kysely'
import { requireOperatorOrReader } from '../../core/access/scope.ts'
import type { Context } from '../../core/platform/context.ts'
import { LIMITS } from './limits.ts'
import { readUsage, selectQuotas } from './queries.ts'
import type { Quotas } from './schema.ts'

export async function getQuotas(ctx: Context): Promise<Quotas> {
  requireOperatorOrReader(ctx)
  return readQuotas(ctx)
}

export async function readQuotas(ctx: Context): Promise<Quotas> {
  const row = await selectQuotas(ctx).executeTakeFirst()
  const { limits, bytes_stored, inspections_per_day } = await readUsage(ctx)
  const { requests_per_minute, webhook_endpoints, day_ends_at } = await readOthers(ctx)
  return {
    object_type: 'QUOTAS',
    ...limits,
    overridden: LIMITS.filter((limit) => row && row[limit] !== null),
    used: { bytes_stored, inspections_per_day, requests_per_minute, webhook_endpoints },
    day_ends_at,
    version: row?.version ?? 0,
    updated_at: row?.updated_at ?? null,
    updated_by: row?.updated_by ?? null,
  }
}

async function readOthers(ctx: Context) {
  return ctx.db
    .selectNoFrom((eb) => [
      eb.fn
        .coalesce(
          eb
            .selectFrom('request_minutes')
            .select('used')
            .where('org_id', '=', ctx.org_id)
            .where('minute', '=', sql<string>`date_trunc('minute', clock_timestamp())`),
          sql<number>`0`,
        )
        .as('requests_per_minute'),
      eb.fn
        .coalesce(
          eb
            .selectFrom('webhook_endpoints')
            .select((eb) => eb.fn.countAll<number>().as('count'))
            .where('org_id', '=', ctx.org_id)
            .where('kind', '=', 'endpoint')
            .where('deleted_at', 'is', null),
          sql<number>`0`,
        )
        .as('webhook_endpoints'),
      sql<string>`(date_trunc('day', now() at time zone 'UTC') + interval '1 day') at time zone 'UTC'`.as(
        'day_ends_at',
      ),
    ])
    .executeTakeFirstOrThrow()
}
