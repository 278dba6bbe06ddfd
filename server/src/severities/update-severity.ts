import { holdInspection } from '../access/hold-inspection.ts'
import { requireInspection } from '../access/scope.ts'
import { Problem } from '../contracts/problems.ts'
import { requireVersion } from '../contracts/versions.ts'
import { type Context, inTransaction } from '../platform/context.ts'
import { changePricing, lockPricing } from '../pricing/write-pricing.ts'
import type { Severity, UpdateSeverity } from './schema.ts'
import { severityJson } from './severity-json.ts'

/** The price of the whole vehicle is no severity result and cannot be changed here. */
export async function updateSeverity(
  ctx: Context,
  inspectionId: string,
  severityId: string,
  input: UpdateSeverity,
): Promise<Severity> {
  await requireInspection(ctx, inspectionId, 'write')

  return inTransaction(ctx, async (ctx) => {
    const before = await lockPricing(ctx, inspectionId, severityId)
    await holdInspection(ctx, inspectionId, 'write')
    if (before.deleted_at || before.part_id === null) throw new Problem('not_found')
    requireVersion(ctx, before.version)
    return severityJson(await changePricing(ctx, inspectionId, severityId, input))
  })
}
