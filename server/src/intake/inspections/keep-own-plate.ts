import { condition } from '../../core/platform/condition.ts'
import type { TransactionContext } from '../../core/platform/context.ts'

/**
 * Takes over what the capture profile of a link says about the plate of the inspected vehicle. Of several profiles, one that
 * hides it counts; one that says nothing changes nothing.
 */
export async function keepOwnPlate(
  ctx: TransactionContext,
  inspectionId: string,
  keeps_own_plate: boolean | null,
): Promise<void> {
  if (keeps_own_plate === null) return
  const kept = condition`least(keeps_own_plate, ${keeps_own_plate})`
  await ctx.db
    .updateTable('inspections')
    .set({ keeps_own_plate: kept })
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', inspectionId)
    // A change that changes nothing is none: it must not make other people's versions stale.
    .where(condition`keeps_own_plate is distinct from ${kept}`)
    .execute()
}
