import { requireOrganization } from '../access/scope.ts'
import type { Context } from '../platform/context.ts'
import { ANSWER_DAYS, type ObjectionSettings } from './schema.ts'

export async function getObjectionSettings(ctx: Context): Promise<ObjectionSettings> {
  requireOrganization(ctx, 'read')
  return readSettings(ctx)
}

export async function readSettings(ctx: Context): Promise<ObjectionSettings> {
  const row = await ctx.db
    .selectFrom('objection_settings')
    .select(['answer_days', 'version', 'updated_at', 'updated_by'])
    .where('org_id', '=', ctx.org_id)
    .executeTakeFirst()
  const unset = { answer_days: ANSWER_DAYS, version: 0, updated_at: null, updated_by: null }
  return { object_type: 'OBJECTION_SETTINGS', ...unset, ...row }
}
