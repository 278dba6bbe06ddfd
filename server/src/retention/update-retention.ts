import { sql } from 'kysely'
import { requireOrganization } from '../access/scope.ts'
import { recordAdministration } from '../contracts/administration.ts'
import { changesOf } from '../contracts/changes.ts'
import { requireVersion } from '../contracts/versions.ts'
import { type Context, inTransaction } from '../platform/context.ts'
import { readRetention } from './get-retention.ts'
import type { Retention, UpdateRetention } from './schema.ts'

/** The worker heeds it within a minute. */
export async function updateRetention(ctx: Context, rules: UpdateRetention): Promise<Retention> {
  requireOrganization(ctx, 'write')
  return inTransaction(ctx, async (ctx) => {
    // One change at a time, also before there is a row to lock.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`retention ${ctx.org_id}`}, 0))`.execute(ctx.db)
    const before = await readRetention(ctx)
    requireVersion(ctx, before.version)
    const changes = changesOf(before, rules)
    // Who repeats a change changes nothing.
    if (Object.keys(changes).length === 0) return before
    const columns = { ...rules, updated_by: ctx.principal.subject, updated_at: sql<string>`now()` }
    await ctx.db
      .insertInto('retention_rules')
      .values({ org_id: ctx.org_id, ...columns })
      .onConflict((conflict) => conflict.column('org_id').doUpdateSet(columns))
      .execute()
    await recordAdministration(ctx, 'retention.updated', { changes })
    return readRetention(ctx)
  })
}
