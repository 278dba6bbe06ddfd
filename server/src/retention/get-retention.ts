import { requireOrganization } from '../access/scope.ts'
import type { Context } from '../platform/context.ts'
import type { Retention } from './schema.ts'

export async function getRetention(ctx: Context): Promise<Retention> {
  requireOrganization(ctx, 'read')
  return readRetention(ctx)
}

/** Without a row everything is kept. */
export async function readRetention(ctx: Context): Promise<Retention> {
  const row = await ctx.db
    .selectFrom('retention_rules')
    .select(['inspections_days', 'deleted_inspections_days', 'version', 'updated_at', 'updated_by'])
    .where('org_id', '=', ctx.org_id)
    .executeTakeFirst()
  const kept = { inspections_days: null, deleted_inspections_days: null }
  return { object_type: 'RETENTION', ...kept, version: 0, updated_at: null, updated_by: null, ...row }
}
