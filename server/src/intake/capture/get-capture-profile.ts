import { reachOf } from '../../core/access/scope.ts'
import type { Context } from '../../core/platform/context.ts'
import { requireProfile } from './profile-queries.ts'
import type { CaptureProfile } from './profile-schema.ts'

export async function getCaptureProfile(ctx: Context, profileId: string): Promise<CaptureProfile> {
  reachOf(ctx, 'read')
  return requireProfile(ctx, profileId)
}
