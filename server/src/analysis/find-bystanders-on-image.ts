import type { JobPayloads } from '../core/contracts/jobs.ts'
import { recordHidden } from '../inspection/images/record-hidden.ts'
import { findBystanders } from './bystanders/find-bystanders.ts'
import { type AnalysisContext, readWorkingPicture } from './working-picture.ts'

/** Looks at a picture that was checked before bystanders were hidden, or without the models. */
export async function findBystandersOnImage(
  ctx: AnalysisContext,
  { inspection_id, image_id }: Pick<JobPayloads['find_bystanders'], 'inspection_id' | 'image_id'>,
): Promise<void> {
  const image = await ctx.db
    .selectFrom('images')
    .select('id')
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', image_id)
    .where('deleted_at', 'is', null)
    .where('hidden', 'is', null)
    .executeTakeFirst()
  if (!image) return
  const { jpeg } = await readWorkingPicture(ctx, image_id)
  await recordHidden(ctx, inspection_id, image_id, await findBystanders(ctx.models, jpeg))
}
