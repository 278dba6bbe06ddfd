import { requireOrganization, requirePermission } from '../../core/access/scope.ts'
import { readSettings } from '../../core/contracts/settings.ts'
import type { Context } from '../../core/platform/context.ts'
import { PICTURE_SETTINGS } from '../../inspection/images/get-picture-settings.ts'

/** An archive has the pictures as they were uploaded. Where bystanders are hidden, it shows them, as an opened original does. */
export async function requireExport(ctx: Context): Promise<void> {
  requireOrganization(ctx, 'write')
  const { hides_bystanders } = await readSettings(ctx, PICTURE_SETTINGS)
  if (hides_bystanders) requirePermission(ctx, 'monk_core_api:originals:read')
}
