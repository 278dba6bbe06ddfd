import { sql } from 'kysely'
import type { TransactionContext } from '../../core/platform/context.ts'
import { anyOf } from '../../core/platform/database.ts'

/** Their PDFs are to be erased. Returns under which ids they lie. */
export async function markReportFilesErased(ctx: TransactionContext, ids: string[]): Promise<string[]> {
  const rows = await ctx.db
    .updateTable('reports')
    .set({ file_erased_at: sql<string>`now()` })
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', anyOf(ids))
    .where('status', '=', 'DONE')
    .where('file_erased_at', 'is', null)
    .returning(['id', 'file_id'])
    .execute()
  return rows.map(({ id, file_id }) => file_id ?? id)
}
