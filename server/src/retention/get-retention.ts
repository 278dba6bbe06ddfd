import { requireOrganization } from '../access/scope.ts'
import type { Context } from '../platform/context.ts'
import { WEBHOOK_AGE_DAYS_MAX } from '../webhooks/delete-old-deliveries.ts'
import { forEachRule, type Retention, RULES } from './schema.ts'

export async function getRetention(ctx: Context): Promise<Retention> {
  requireOrganization(ctx, 'read')
  return readRetention(ctx)
}

/** Without a row everything is kept. */
export async function readRetention(ctx: Context): Promise<Retention> {
  const row = await ctx.db
    .selectFrom('retention_rules')
    .select([...RULES, 'version', 'updated_at', 'updated_by'])
    .where('org_id', '=', ctx.org_id)
    .executeTakeFirst()
  const fixed = {
    webhook_deliveries_days: WEBHOOK_AGE_DAYS_MAX,
    idempotency_keys_s: ctx.config.IDEMPOTENCY_KEY_TTL_S,
    broken_off_uploads_s: ctx.config.UPLOAD_GRACE_S,
  }
  const unset = { ...forEachRule(() => null), version: 0, updated_at: null, updated_by: null }
  return { object_type: 'RETENTION', ...unset, fixed, ...row }
}
