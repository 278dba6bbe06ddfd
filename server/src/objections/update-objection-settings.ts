import { sql } from 'kysely'
import { requireOrganization } from '../access/scope.ts'
import { recordAdministration } from '../contracts/administration.ts'
import { requireVersion } from '../contracts/versions.ts'
import { type Context, inTransaction } from '../platform/context.ts'
import { readSettings } from './get-objection-settings.ts'
import type { ObjectionSettings, UpdateObjectionSettings } from './schema.ts'

/** Holds for objections from now on: what was promised before stays promised. */
export async function updateObjectionSettings(
  ctx: Context,
  { answer_days }: UpdateObjectionSettings,
): Promise<ObjectionSettings> {
  requireOrganization(ctx, 'write')
  return inTransaction(ctx, async (ctx) => {
    // One change at a time, also before there is a row to lock.
    const place = `objection settings ${ctx.org_id}`
    await sql`select pg_advisory_xact_lock(hashtextextended(${place}, 0))`.execute(ctx.db)
    const before = await readSettings(ctx)
    requireVersion(ctx, before.version)
    // Who repeats a change changes nothing.
    if (before.version > 0 && before.answer_days === answer_days) return before
    const columns = { answer_days, updated_by: ctx.principal.subject, updated_at: sql<string>`now()` }
    await ctx.db
      .insertInto('objection_settings')
      .values({ org_id: ctx.org_id, ...columns })
      .onConflict((conflict) => conflict.column('org_id').doUpdateSet(columns))
      .execute()
    await recordAdministration(ctx, 'objection_settings.updated', {
      changes: { answer_days: { before: before.answer_days, after: answer_days } },
    })
    return readSettings(ctx)
  })
}
