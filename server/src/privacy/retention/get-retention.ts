import { requireOrganization } from '../../core/access/scope.ts'
import { readSettings, type Settings } from '../../core/contracts/settings.ts'
import type { Context } from '../../core/platform/context.ts'
import { WEBHOOK_AGE_DAYS_MAX } from '../../outputs/webhooks/delete-old-deliveries.ts'
import { forEachRule, type Retention, type Rule } from './schema.ts'

/** Without a row everything is kept. */
export const RETENTION_RULES: Settings<Record<Rule, number | null>> = {
  table: 'retention_rules',
  type: 'retention.updated',
  unset: forEachRule(() => null),
}

export async function getRetention(ctx: Context): Promise<Retention> {
  requireOrganization(ctx, 'read')
  return retentionJson(ctx, await readRules(ctx))
}

export const readRules = (ctx: Context) => readSettings(ctx, RETENTION_RULES)

export const retentionJson = (ctx: Context, rules: Awaited<ReturnType<typeof readRules>>): Retention => ({
  object_type: 'RETENTION',
  ...rules,
  fixed: {
    webhook_deliveries_days: WEBHOOK_AGE_DAYS_MAX,
    idempotency_keys_s: ctx.config.IDEMPOTENCY_KEY_TTL_S,
    broken_off_uploads_s: ctx.config.UPLOAD_GRACE_S,
  },
})
