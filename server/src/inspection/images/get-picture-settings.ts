import { requireOrganization } from '../../core/access/scope.ts'
import { readSettings, type Settings } from '../../core/contracts/settings.ts'
import type { Context } from '../../core/platform/context.ts'
import type { PictureSettings } from './schema.ts'

export const PICTURE_SETTINGS: Settings<{ hides_bystanders: boolean; keeps_own_plate: boolean }> = {
  table: 'picture_settings',
  type: 'picture_settings.updated',
  unset: { hides_bystanders: true, keeps_own_plate: true },
}

export async function getPictureSettings(ctx: Context): Promise<PictureSettings> {
  requireOrganization(ctx, 'read')
  return { object_type: 'PICTURE_SETTINGS', ...(await readSettings(ctx, PICTURE_SETTINGS)) }
}
