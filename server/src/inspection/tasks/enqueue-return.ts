import { enqueue } from '../../core/contracts/jobs.ts'
import type { TransactionContext } from '../../core/platform/context.ts'

/** Sends off the comparison of a return whose damages are known now, if the organization wants that. */
export async function enqueueReturn(
  ctx: TransactionContext,
  inspectionId: string,
  done: string,
): Promise<void> {
  if (done !== 'damage_detection') return
  const wanted = await ctx.db
    .selectFrom('inspections')
    .innerJoin('comparison_settings', 'comparison_settings.org_id', 'inspections.org_id')
    .select('inspections.id')
    .where('inspections.org_id', '=', ctx.org_id)
    .where('inspections.id', '=', inspectionId)
    .where('inspections.related_inspection_id', 'is not', null)
    .where('comparison_settings.compares_returns', '=', true)
    .executeTakeFirst()
  if (wanted) await enqueue(ctx, 'compare_return', { org_id: ctx.org_id, inspection_id: inspectionId })
}
