import { sql } from 'kysely'
import { requirePermission } from '../../core/access/scope.ts'
import { recordAdministration } from '../../core/contracts/administration.ts'
import { changesOf } from '../../core/contracts/changes.ts'
import { requireVersion } from '../../core/contracts/versions.ts'
import { type Context, inTransaction, type TransactionContext } from '../../core/platform/context.ts'
import { readQuotas } from './get-quotas.ts'
import { LIMITS, type Overrides } from './limits.ts'
import { selectQuotas } from './queries.ts'
import type { Quotas, UpdateQuotas } from './schema.ts'

/** Sets the given limits of the caller's organization; every process heeds them within ten seconds. */
export async function updateQuotas(ctx: Context, input: UpdateQuotas): Promise<Quotas> {
  requirePermission(ctx, 'monk_core_api:quotas:write')

  return inTransaction(ctx, async (ctx) => {
    const before = await lockQuotas(ctx)
    requireVersion(ctx, before.version)
    const limits = changedLimits(before, input)
    // Who repeats a change changes nothing.
    if (Object.keys(limits).length > 0) {
      await ctx.db
        .updateTable('quotas')
        .set({ ...limits, updated_at: sql`now()`, updated_by: ctx.principal.subject })
        .where('org_id', '=', ctx.org_id)
        .execute()
      await recordAdministration(ctx, 'quotas.updated', { changes: changesOf(before, limits) })
      ctx.log.info({ subject: ctx.principal.subject, changes: limits }, 'quotas changed')
    }
    return readQuotas(ctx)
  })
}

async function lockQuotas(ctx: TransactionContext) {
  await ctx.db
    .insertInto('quotas')
    .values({ org_id: ctx.org_id })
    .onConflict((conflict) => conflict.column('org_id').doNothing())
    .execute()
  return selectQuotas(ctx).forUpdate().executeTakeFirstOrThrow()
}

function changedLimits(before: Overrides, input: UpdateQuotas): Partial<Overrides> {
  const changed = LIMITS.filter((limit) => input[limit] !== undefined && input[limit] !== before[limit])
  return Object.fromEntries(changed.map((limit) => [limit, input[limit] ?? null]))
}
