import { reachOf } from '../access/scope.ts'
import type { Context } from '../platform/context.ts'
import { requireProfile } from './profile-queries.ts'
import type { CaptureProfile } from './profile-schema.ts'

export async function getCaptureProfile(ctx: Context, profileId: string): Promise<CaptureProfile> {
  reachOf(ctx, 'read')
  return requireProfile(ctx, profileId)
}
