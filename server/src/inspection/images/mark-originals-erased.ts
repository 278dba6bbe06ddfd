import { sql } from 'kysely'
import type { TransactionContext } from '../../core/platform/context.ts'
import { anyOf } from '../../core/platform/database.ts'

/** Their original files are to be erased; the pictures that are served stay. Returns those that had one. */
export async function markOriginalsErased(ctx: TransactionContext, ids: string[]): Promise<string[]> {
  const rows = await ctx.db
    .updateTable('images')
    .set({ original_erased_at: sql<string>`now()` })
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', anyOf(ids))
    .where('original_erased_at', 'is', null)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
