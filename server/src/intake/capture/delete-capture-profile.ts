import { sql } from 'kysely'
import { requireOrganization } from '../../core/access/scope.ts'
import { recordAdministration } from '../../core/contracts/administration.ts'
import { deletedJson } from '../../core/contracts/schema.ts'
import { requireVersion } from '../../core/contracts/versions.ts'
import { type Context, inTransaction } from '../../core/platform/context.ts'
import { lockProfile } from './profile-queries.ts'

/** Links that exist go on with their copy. A repeat answers the same. */
export async function deleteCaptureProfile(ctx: Context, profileId: string) {
  requireOrganization(ctx, 'write')

  return inTransaction(ctx, async (ctx) => {
    const profile = await lockProfile(ctx, profileId)
    if (profile.deleted_at) return deletedJson('CAPTURE_PROFILE', profileId, profile.deleted_at)
    requireVersion(ctx, profile.version)
    const { deleted_at } = await ctx.db
      .updateTable('capture_profiles')
      .set({ deleted_at: sql`clock_timestamp()` })
      .where('org_id', '=', ctx.org_id)
      .where('id', '=', profileId)
      .returning(sql<string>`deleted_at`.as('deleted_at'))
      .executeTakeFirstOrThrow()
    await recordAdministration(ctx, 'capture_profile.deleted', { profile_id: profileId })
    return deletedJson('CAPTURE_PROFILE', profileId, deleted_at)
  })
}
