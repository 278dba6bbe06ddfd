import { reachOf } from '../../core/access/scope.ts'
import type { Context } from '../../core/platform/context.ts'
import { profileJson, selectProfiles } from './profile-queries.ts'
import { SHIPPED_PROFILES } from './shipped-profiles.ts'

/** Whoever reads inspections may see what people are asked for. */
export async function listCaptureProfiles(ctx: Context) {
  reachOf(ctx, 'read')
  const rows = await selectProfiles(ctx).where('deleted_at', 'is', null).orderBy('id', 'desc').execute()
  return { data: [...rows.map(profileJson), ...SHIPPED_PROFILES] }
}
