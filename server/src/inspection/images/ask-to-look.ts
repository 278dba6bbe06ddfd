import { enqueueOnce } from '../../core/contracts/jobs.ts'
import { type Context, inTransaction } from '../../core/platform/context.ts'

/**
 * Has a worker look at a picture that somebody wants to see and no model has looked at: one from before bystanders were hidden, or whose
 * check found no model. However often it is asked for, a worker looks once a minute at most.
 */
export async function askToLook(
  ctx: Context,
  job: 'find_bystanders' | 'find_objection_bystanders',
  inspection_id: string,
  image_id: string,
): Promise<void> {
  const payload = { org_id: ctx.org_id, inspection_id, image_id }
  await inTransaction(ctx, (ctx) => enqueueOnce(ctx, job, payload, image_id))
}
