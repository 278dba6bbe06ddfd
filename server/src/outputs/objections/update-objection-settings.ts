import { requireOrganization } from '../../core/access/scope.ts'
import { updateSettings } from '../../core/contracts/settings.ts'
import type { Context } from '../../core/platform/context.ts'
import { OBJECTION_SETTINGS } from './get-objection-settings.ts'
import type { ObjectionSettings, UpdateObjectionSettings } from './schema.ts'

/** Holds for objections from now on: what was promised before stays promised. */
export async function updateObjectionSettings(
  ctx: Context,
  input: UpdateObjectionSettings,
): Promise<ObjectionSettings> {
  requireOrganization(ctx, 'write')
  return { object_type: 'OBJECTION_SETTINGS', ...(await updateSettings(ctx, OBJECTION_SETTINGS, input)) }
}
