import { TableMissing } from '../estimates/tables-in-force.ts'
import type { TransactionContext } from '../platform/context.ts'
import { lockPrices } from '../pricing/in-correction.ts'
import { updateEstimate } from '../pricing/update-estimate.ts'
import { endRun, type Run } from '../tasks/run.ts'

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
    await updateEstimate(ctx, run.inspection_id, {
      region: textIn(wish, 'region'),
      wear_pack: textIn(wish, 'wear_pack'),
    })
  } catch (error) {
    // Nothing was written: the table is the first thing that is asked for.
    if (!(error instanceof TableMissing)) throw error
    await endRun(ctx, run, { error: error.message })
  }
}

function textIn(given: unknown, name: string): string | null {
  const value = given !== null && typeof given === 'object' ? Reflect.get(given, name) : undefined
  return typeof value === 'string' && value !== '' ? value : null
}
