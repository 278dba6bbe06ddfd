import { lockVisibleInspection } from '../../core/access/lock-inspection.ts'
import { requireInspection } from '../../core/access/scope.ts'
import { Problem } from '../../core/contracts/problems.ts'
import { type Context, inTransaction } from '../../core/platform/context.ts'
import { TableMissing } from '../costs/tables-in-force.ts'
import { lockPrices } from '../pricing/in-correction.ts'
import { readLatestEstimate, updateEstimate } from '../pricing/update-estimate.ts'
import { readEstimate } from './get-estimate.ts'
import type { CreateEstimate, EstimateAnswer } from './schema.ts'

/** Works the estimate out now, by today's tables. The same outcome as before is the estimate there is. */
export async function createEstimate(
  ctx: Context,
  inspectionId: string,
  input: CreateEstimate,
): Promise<EstimateAnswer> {
  await requireInspection(ctx, inspectionId, 'write')

  return inTransaction(ctx, async (ctx) => {
    await lockPrices(ctx, inspectionId)
    await lockVisibleInspection(ctx, inspectionId, 'write')
    try {
      const { region = null, wear_pack = null } = input ?? {}
      const latest = await readLatestEstimate(ctx, inspectionId)
      await updateEstimate(ctx, inspectionId, { region, wear_pack }, latest)
    } catch (error) {
      if (error instanceof TableMissing)
        throw new Problem('estimate_table_missing', {}, [{ field: 'region', message: error.message }])
      throw error
    }
    return readEstimate(ctx, inspectionId)
  })
}
