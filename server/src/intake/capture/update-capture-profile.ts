import { requireOrganization } from '../../core/access/scope.ts'
import { recordAdministration } from '../../core/contracts/administration.ts'
import { changesOf } from '../../core/contracts/changes.ts'
import { limitFree } from '../../core/contracts/limits.ts'
import { Problem } from '../../core/contracts/problems.ts'
import { requireVersion } from '../../core/contracts/versions.ts'
import { type Context, inTransaction } from '../../core/platform/context.ts'
import { json } from '../../core/platform/database.ts'
import { contentOf, lockProfile, profileJson } from './profile-queries.ts'
import type { CaptureProfile, UpdateCaptureProfile } from './profile-schema.ts'

/** Links that exist keep the version they were made with. */
export async function updateCaptureProfile(
  ctx: Context,
  profileId: string,
  input: UpdateCaptureProfile,
): Promise<CaptureProfile> {
  requireOrganization(ctx, 'write')

  return inTransaction(ctx, async (ctx) => {
    const before = await lockProfile(ctx, profileId)
    if (before.deleted_at) throw new Problem('not_found')
    requireVersion(ctx, before.version)
    const { name = before.name, ...changed } = input
    const content = limitFree(ctx, contentOf({ ...before.content, ...changed }))
    const changes = changesOf({ name: before.name, ...before.content }, { name, ...content })
    // Who repeats a change changes nothing.
    if (Object.keys(changes).length === 0) return profileJson(before)
    await ctx.db
      .updateTable('capture_profiles')
      .set({ name, content: json(content) })
      .where('org_id', '=', ctx.org_id)
      .where('id', '=', profileId)
      .execute()
    await recordAdministration(ctx, 'capture_profile.updated', { profile_id: profileId, changes })
    return profileJson(await lockProfile(ctx, profileId))
  })
}
