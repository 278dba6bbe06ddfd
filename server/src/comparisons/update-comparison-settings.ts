import { sql } from 'kysely'
import { requireOrganization } from '../access/scope.ts'
import { recordAdministration } from '../contracts/administration.ts'
import { requireVersion } from '../contracts/versions.ts'
import { type Context, inTransaction } from '../platform/context.ts'
import { readSettings } from './get-comparison-settings.ts'
import type { ComparisonSettings, UpdateComparisonSettings } from './schema.ts'

export async function updateComparisonSettings(
  ctx: Context,
  { compares_returns }: UpdateComparisonSettings,
): Promise<ComparisonSettings> {
  requireOrganization(ctx, 'write')
  return inTransaction(ctx, async (ctx) => {
    // One change at a time, also before there is a row to lock.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`comparison settings ${ctx.org_id}`}, 0))`.execute(
      ctx.db,
    )
    const before = await readSettings(ctx)
    requireVersion(ctx, before.version)
    // Who repeats a change changes nothing.
    if (before.compares_returns === compares_returns) return before
    const columns = { compares_returns, updated_by: ctx.principal.subject, updated_at: sql<string>`now()` }
    await ctx.db
      .insertInto('comparison_settings')
      .values({ org_id: ctx.org_id, ...columns })
      .onConflict((conflict) => conflict.column('org_id').doUpdateSet(columns))
      .execute()
    await recordAdministration(ctx, 'comparison_settings.updated', {
      changes: { compares_returns: { before: before.compares_returns, after: compares_returns } },
    })
    return readSettings(ctx)
  })
}
