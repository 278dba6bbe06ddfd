import { sql } from 'kysely'
import { requireInspection } from '../../core/access/scope.ts'
import { Problem } from '../../core/contracts/problems.ts'
import type { Context } from '../../core/platform/context.ts'
import { agreedEstimate, pricedDamages } from '../costs/agreed.ts'
import type { Estimate } from '../costs/estimate-types.ts'
import { selectPricings } from '../pricing/queries.ts'
import { standingPrices } from '../pricing/standing-prices.ts'
import { selectLatestEstimate } from '../pricing/update-estimate.ts'
import type { EstimateAnswer } from './schema.ts'

export async function getEstimate(ctx: Context, inspectionId: string): Promise<EstimateAnswer> {
  await requireInspection(ctx, inspectionId, 'read')
  return readEstimate(ctx, inspectionId)
}

/** The newest one. */
export async function readEstimate(ctx: Context, inspectionId: string): Promise<EstimateAnswer> {
  const row = await selectLatestEstimate(ctx, inspectionId)
    .select([
      'id',
      'inspection_id',
      'version',
      'created_at',
      'created_by',
      sql<Estimate>`content`.as('content'),
    ])
    .executeTakeFirst()
  if (!row) throw new Problem('estimate_not_made')
  const { content, ...fields } = row
  return {
    ...fields,
    object_type: 'ESTIMATE',
    ...content,
    standing: await readStanding(ctx, inspectionId, content),
  }
}

/** The sums as people have left the prices, and how many damages they stand for. */
async function readStanding(
  ctx: Context,
  inspectionId: string,
  made: Estimate,
): Promise<EstimateAnswer['standing']> {
  const prices = await selectPricings(ctx)
    .where('pricings.inspection_id', '=', inspectionId)
    .where('pricings.deleted_at', 'is', null)
    .execute()
  const damages = await ctx.db
    .selectFrom('damages')
    .select('id')
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .where('deleted_at', 'is', null)
    .execute()
  const agreed = agreedEstimate(made, standingPrices(prices))
  const priced = pricedDamages(agreed)
  const { currency, net, tax, total } = agreed
  return {
    currency,
    damage_count: damages.length,
    priced_damage_count: damages.filter(({ id }) => priced.has(id)).length,
    net,
    tax,
    total,
  }
}
