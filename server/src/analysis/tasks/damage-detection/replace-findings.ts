import type { Box } from '../../../contracts/findings.ts'
import { type DecidedDamage, lockKnownDamages, replaceDamages } from '../../../damages/replace-damages.ts'
import type { TransactionContext } from '../../../platform/context.ts'
import { removeRenderings } from '../../../renderings/remove-renderings.ts'
import type { Run } from '../../../tasks/run.ts'
import { replacePartViews, replaceViews } from '../../../views/views-of-damage.ts'
import type { FusedDamage } from './fuse-damages.ts'

/** From this share of their union on, two boxes on one picture show the same place. */
const SAME_PLACE_MIN = 0.5

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

/** Whether a person has already decided on what is found here, whatever they made of it. */
export function isDecided(found: FusedDamage, decided: readonly DecidedDamage[]): boolean {
  return decided.some((damage) =>
    damage.views.some((known) =>
      found.views.some(
        (view) => view.image_id === known.image_id && isSamePlace(view.bounding_box, known.bounding_box),
      ),
    ),
  )
}

function isSamePlace(a: Box, b: Box): boolean {
  const across = Math.min(a.xmin + a.width, b.xmin + b.width) - Math.max(a.xmin, b.xmin)
  const down = Math.min(a.ymin + a.height, b.ymin + b.height) - Math.max(a.ymin, b.ymin)
  const shared = Math.max(0, across) * Math.max(0, down)
  return shared >= SAME_PLACE_MIN * (a.width * a.height + b.width * b.height - shared)
}
