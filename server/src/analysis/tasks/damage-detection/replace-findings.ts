import type { TransactionContext } from '../../../core/platform/context.ts'
import {
  type DecidedDamage,
  lockKnownDamages,
  replaceDamages,
} from '../../../findings/damages/replace-damages.ts'
import { removeRenderings } from '../../../findings/renderings/remove-renderings.ts'
import { replacePartViews, replaceViews } from '../../../findings/views/views-of-damage.ts'
import type { Run } from '../../../inspection/tasks/run.ts'

/**
 * A run that is not the first makes way for itself: what an earlier one found and nobody touched is replaced. Returns what
 * people decided. Damages and views are locked here, which comes before the inspection is held.
 */
export async function replaceUntouched(ctx: TransactionContext, run: Run): Promise<DecidedDamage[]> {
  if (run.generation === 1) return []
  const known = await lockKnownDamages(ctx, run.inspection_id)
  const untouched = known.filter((damage) => damage.is_untouched)
  const viewIds = untouched.flatMap((damage) => damage.view_ids)
  const partViewIds = await replacePartViews(ctx, run.inspection_id)
  await removeRenderings(ctx, run.inspection_id, [...viewIds, ...partViewIds])
  await replaceViews(ctx, viewIds)
  await replaceDamages(
    ctx,
    run.inspection_id,
    untouched.map((damage) => damage.id),
  )
  return known.filter((damage) => !damage.is_untouched)
}
