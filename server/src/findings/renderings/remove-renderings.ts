import type { TransactionContext } from '../../core/platform/context.ts'
import { anyOf } from '../../core/platform/database.ts'

/** What an earlier run drew on whole pictures, and the crops of these views. */
export async function removeRenderings(
  ctx: TransactionContext,
  inspectionId: string,
  viewIds: string[],
): Promise<void> {
  await ctx.db
    .deleteFrom('rendered_outputs')
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .where((eb) => eb.or([eb('view_id', 'is', null), eb('view_id', '=', anyOf(viewIds))]))
    .execute()
}
