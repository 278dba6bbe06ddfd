import { sql } from 'kysely'
import { requireInspection } from '../access/scope.ts'
import { Problem } from '../contracts/problems.ts'
import type { Estimate } from '../estimates/estimate-types.ts'
import type { Context } from '../platform/context.ts'
import type { EstimateAnswer } from './estimate-answer.ts'
import { selectLatestEstimate } from './update-estimate.ts'

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
  return { ...fields, object_type: 'ESTIMATE', ...content }
}
