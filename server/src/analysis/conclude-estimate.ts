import { textIn } from '../core/contracts/free-text.ts'
import type { TransactionContext } from '../core/platform/context.ts'
import { TableMissing } from '../findings/costs/tables-in-force.ts'
import { lockPrices } from '../findings/pricing/in-correction.ts'
import { readLatestEstimate, updateEstimate } from '../findings/pricing/update-estimate.ts'
import { endRun, type Run } from '../inspection/tasks/run.ts'

/** The estimate is made from the damages there are; the task's arguments may name a region and wear rules. */
export async function concludeEstimate(ctx: TransactionContext, run: Run): Promise<void> {
  await lockPrices(ctx, run.inspection_id)
  const { arguments: wish } = await ctx.db
    .selectFrom('tasks')
    .select('arguments')
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', run.task_id)
    .executeTakeFirstOrThrow()
  try {
    const asked = { region: textIn(wish, 'region'), wear_pack: textIn(wish, 'wear_pack') }
    const latest = await readLatestEstimate(ctx, run.inspection_id)
    await updateEstimate(ctx, run.inspection_id, asked, latest)
  } catch (error) {
    // Nothing was written: the table is the first thing that is asked for.
    if (!(error instanceof TableMissing)) throw error
    await endRun(ctx, run, { error: error.message })
  }
}
