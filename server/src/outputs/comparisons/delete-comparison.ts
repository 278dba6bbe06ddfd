import { sql } from 'kysely'
import { requireRow } from '../../core/contracts/require-row.ts'
import { deletedJson } from '../../core/contracts/schema.ts'
import { requireVersion } from '../../core/contracts/versions.ts'
import { type Context, inTransaction } from '../../core/platform/context.ts'
import { emitComparison } from './emit-comparison.ts'
import { lockComparison, selectVisible } from './queries.ts'

/** Soft: the history of both inspections keeps what was decided. A repeat answers the same. */
export async function deleteComparison(ctx: Context, comparisonId: string) {
  await requireEver(ctx, comparisonId)
  return inTransaction(ctx, async (ctx) => {
    const { deleted_at } = await requireEver(ctx, comparisonId)
    if (deleted_at) return deletedJson('COMPARISON', comparisonId, deleted_at)
    const comparison = await lockComparison(ctx, comparisonId, 'write')
    requireVersion(ctx, comparison.version)
    const row = await ctx.db
      .updateTable('comparisons')
      .set({ deleted_at: sql`clock_timestamp()`, updated_at: sql`clock_timestamp()` })
      .where('org_id', '=', ctx.org_id)
      .where('id', '=', comparisonId)
      .returning(sql<string>`deleted_at`.as('deleted_at'))
      .executeTakeFirstOrThrow()
    await emitComparison(ctx, 'comparison.deleted', comparison)
    return deletedJson('COMPARISON', comparisonId, row.deleted_at)
  })
}

/** One that is there, or was. */
export async function requireEver(
  ctx: Context,
  comparisonId: string,
): Promise<{ deleted_at: string | null }> {
  return requireRow(
    comparisonId,
    selectVisible(ctx, 'write', { deleted: true })
      .select('comparisons.deleted_at')
      .where('comparisons.id', '=', comparisonId),
  )
}
