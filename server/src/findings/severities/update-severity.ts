import { lockVisibleInspection } from '../../core/access/lock-inspection.ts'
import { requireInspection } from '../../core/access/scope.ts'
import { Problem } from '../../core/contracts/problems.ts'
import { requireVersion } from '../../core/contracts/versions.ts'
import type { Context } from '../../core/platform/context.ts'
import { inCorrection } from '../pricing/in-correction.ts'
import { changePricing, lockPricing, readPricing } from '../pricing/write-pricing.ts'
import type { CorrectedSeverity, UpdateSeverity } from './schema.ts'
import { severityJson } from './severity-json.ts'

/** The price of the whole vehicle is no severity result and cannot be changed here. */
export async function updateSeverity(
  ctx: Context,
  inspectionId: string,
  severityId: string,
  input: UpdateSeverity,
): Promise<CorrectedSeverity> {
  await requireInspection(ctx, inspectionId, 'write')
  const { reason, ...changes } = input

  return inCorrection(ctx, inspectionId, async (ctx) => {
    const before = await lockPricing(ctx, inspectionId, severityId)
    await lockVisibleInspection(ctx, inspectionId, 'write')
    if (before.deleted_at || before.part_id === null) throw new Problem('not_found')
    requireVersion(ctx, before.version)
    await changePricing(ctx, inspectionId, severityId, changes, reason)
    return async () => severityJson(await readPricing(ctx, severityId))
  })
}
