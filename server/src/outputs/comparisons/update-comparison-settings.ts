import { requireOrganization } from '../../core/access/scope.ts'
import { updateSettings } from '../../core/contracts/settings.ts'
import type { Context } from '../../core/platform/context.ts'
import { COMPARISON_SETTINGS } from './get-comparison-settings.ts'
import type { ComparisonSettings, UpdateComparisonSettings } from './schema.ts'

export async function updateComparisonSettings(
  ctx: Context,
  input: UpdateComparisonSettings,
): Promise<ComparisonSettings> {
  requireOrganization(ctx, 'write')
  return { object_type: 'COMPARISON_SETTINGS', ...(await updateSettings(ctx, COMPARISON_SETTINGS, input)) }
}
