import { sql } from 'kysely'
import { requireOrganization } from '../../core/access/scope.ts'
import { recordAdministration } from '../../core/contracts/administration.ts'
import { changesOf } from '../../core/contracts/changes.ts'
import { limitFree } from '../../core/contracts/limits.ts'
import { Problem } from '../../core/contracts/problems.ts'
import { type Context, inTransaction, type TransactionContext } from '../../core/platform/context.ts'
import { json } from '../../core/platform/database.ts'
import { uuidv7 } from '../../core/platform/uuid.ts'
import { contentOf, lockProfile, profileJson } from './profile-queries.ts'
import type { CaptureProfile, CreateCaptureProfile } from './profile-schema.ts'

export async function createCaptureProfile(
  ctx: Context,
  { name, ...input }: CreateCaptureProfile,
): Promise<CaptureProfile> {
  requireOrganization(ctx, 'write')
  const content = limitFree(ctx, contentOf(input))
  const id = uuidv7()

  return inTransaction(ctx, async (ctx) => {
    await requireRoom(ctx)
    await ctx.db
      .insertInto('capture_profiles')
      .values({ org_id: ctx.org_id, id, created_by: ctx.principal.subject, name, content: json(content) })
      .execute()
    const changes = changesOf(null, { name, ...content })
    await recordAdministration(ctx, 'capture_profile.created', { profile_id: id, changes })
    return profileJson(await lockProfile(ctx, id))
  })
}

/** Exact, because one at a time is made in an organization. */
async function requireRoom(ctx: TransactionContext): Promise<void> {
  const limit = ctx.config.CAPTURE_PROFILES_MAX
  const place = `capture_profiles/${ctx.org_id}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${place}, 0))`.execute(ctx.db)
  const { count } = await ctx.db
    .selectFrom('capture_profiles')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('org_id', '=', ctx.org_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (count >= limit) throw new Problem('capture_limit_reached', { resource: 'capture_profiles', limit })
}
