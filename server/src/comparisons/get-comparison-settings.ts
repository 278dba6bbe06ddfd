import { requireOrganization } from '../access/scope.ts'
import type { Context } from '../platform/context.ts'
import type { ComparisonSettings } from './schema.ts'

export async function getComparisonSettings(ctx: Context): Promise<ComparisonSettings> {
  requireOrganization(ctx, 'read')
  return readSettings(ctx)
}

export async function readSettings(ctx: Context): Promise<ComparisonSettings> {
  const row = await ctx.db
    .selectFrom('comparison_settings')
    .select(['compares_returns', 'version', 'updated_at', 'updated_by'])
    .where('org_id', '=', ctx.org_id)
    .executeTakeFirst()
  const unset = { compares_returns: false, version: 0, updated_at: null, updated_by: null }
  return { object_type: 'COMPARISON_SETTINGS', ...unset, ...row }
}
