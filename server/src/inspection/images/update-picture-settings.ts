import { requireOrganization } from '../../core/access/scope.ts'
import { updateSettings } from '../../core/contracts/settings.ts'
import type { Context } from '../../core/platform/context.ts'
import { PICTURE_SETTINGS } from './get-picture-settings.ts'
import type { PictureSettings, UpdatePictureSettings } from './schema.ts'

/** Holds from the next request for a picture on. Browsers keep what they have for as long as its URL is the same. */
export async function updatePictureSettings(
  ctx: Context,
  input: UpdatePictureSettings,
): Promise<PictureSettings> {
  requireOrganization(ctx, 'write')
  return { object_type: 'PICTURE_SETTINGS', ...(await updateSettings(ctx, PICTURE_SETTINGS, input)) }
}
