import { requireOrganization } from '../../core/access/scope.ts'
import { readSettings, type Settings } from '../../core/contracts/settings.ts'
import type { Context } from '../../core/platform/context.ts'
import { ANSWER_DAYS, type ObjectionSettings } from './schema.ts'

export const OBJECTION_SETTINGS: Settings<{ answer_days: number }> = {
  table: 'objection_settings',
  type: 'objection_settings.updated',
  unset: { answer_days: ANSWER_DAYS },
}

export async function getObjectionSettings(ctx: Context): Promise<ObjectionSettings> {
  requireOrganization(ctx, 'read')
  return { object_type: 'OBJECTION_SETTINGS', ...(await readSettings(ctx, OBJECTION_SETTINGS)) }
}
