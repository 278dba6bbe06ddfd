import { sql } from 'kysely'
import { emit } from '../contracts/events.ts'
import type { JobPayloads } from '../contracts/jobs.ts'
import { type Context, inTransaction } from '../platform/context.ts'

/** Why is for the operator, in the worker's log; whoever asked is told what to do. */
const ERROR =
  'The report could not be made, however often it was tried. Ask for it again, or tell the operator.'

/** Receives a report whose attempts are used up: it ends in ERROR, and whoever waits for it is told. */
export async function failReport(
  ctx: Context,
  { inspection_id, report_id }: JobPayloads['make_report_failed'],
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const ended = await ctx.db
      .updateTable('reports')
      .set({ status: 'ERROR', error: ERROR, done_at: sql`clock_timestamp()` })
      .where('org_id', '=', ctx.org_id)
      .where('id', '=', report_id)
      .where('status', '=', 'IN_PROGRESS')
      .returning('id')
      .executeTakeFirst()
    if (ended) await emit(ctx, 'report.failed', inspection_id, { report_id })
  })
}
