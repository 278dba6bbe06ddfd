import { requireOrganization } from '../../core/access/scope.ts'
import { updateSettings } from '../../core/contracts/settings.ts'
import type { Context } from '../../core/platform/context.ts'
import { RETENTION_RULES, retentionJson } from './get-retention.ts'
import type { Retention, UpdateRetention } from './schema.ts'

/** The worker heeds it within a minute. */
export async function updateRetention(ctx: Context, rules: UpdateRetention): Promise<Retention> {
  requireOrganization(ctx, 'write')
  return retentionJson(ctx, await updateSettings(ctx, RETENTION_RULES, rules))
}
