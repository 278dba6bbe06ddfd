import { sql } from 'kysely'
import { enqueue } from '../../core/contracts/jobs.ts'
import type { TransactionContext } from '../../core/platform/context.ts'

/** Makes a comparison anew. The caller holds it; what its last run found stays until the new one has ended. */
export async function startRun(
  ctx: TransactionContext,
  { id, run }: { id: string; run: number },
): Promise<void> {
  await ctx.db
    .updateTable('comparisons')
    .set({
      status: 'IN_PROGRESS',
      progress: 0,
      error: null,
      done_at: null,
      run: run + 1,
      updated_at: sql`clock_timestamp()`,
    })
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', id)
    .execute()
  await enqueue(ctx, 'compare_inspections', { org_id: ctx.org_id, comparison_id: id, run: run + 1 })
}
