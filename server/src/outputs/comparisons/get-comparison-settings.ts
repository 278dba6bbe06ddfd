import { requireOrganization } from '../../core/access/scope.ts'
import { readSettings, type Settings } from '../../core/contracts/settings.ts'
import type { Context } from '../../core/platform/context.ts'
import type { ComparisonSettings } from './schema.ts'

export const COMPARISON_SETTINGS: Settings<{ compares_returns: boolean }> = {
  table: 'comparison_settings',
  type: 'comparison_settings.updated',
  unset: { compares_returns: false },
}

export async function getComparisonSettings(ctx: Context): Promise<ComparisonSettings> {
  requireOrganization(ctx, 'read')
  return { object_type: 'COMPARISON_SETTINGS', ...(await readSettings(ctx, COMPARISON_SETTINGS)) }
}
