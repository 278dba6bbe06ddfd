import type { JobPayloads } from '../../core/contracts/jobs.ts'
import { Problem } from '../../core/contracts/problems.ts'
import { type Context, inTransaction } from '../../core/platform/context.ts'
import { findOrInsert } from './create-comparison.ts'

/** Compares a return with the inspection it names. Where that one is gone or was never analyzed, nothing is compared. */
export async function compareReturn(ctx: Context, job: JobPayloads['compare_return']): Promise<void> {
  const row = await ctx.db
    .selectFrom('inspections')
    .select('related_inspection_id')
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', job.inspection_id)
    .executeTakeFirst()
  const earlier_inspection_id = row?.related_inspection_id
  if (!earlier_inspection_id) return
  const pair = { earlier_inspection_id, later_inspection_id: job.inspection_id }
  try {
    await inTransaction(ctx, (ctx) => findOrInsert(ctx, pair, 'return'))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    ctx.log.info({ ...pair, code: error.code }, 'return not compared')
  }
}
