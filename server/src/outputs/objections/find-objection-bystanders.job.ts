import { findBystanders } from '../../analysis/bystanders/find-bystanders.ts'
import { type AnalysisContext, readWorkingPicture } from '../../analysis/working-picture.ts'
import type { JobPayloads } from '../../core/contracts/jobs.ts'
import { json } from '../../core/platform/database.ts'

/** Looks at a picture that came with an objection: it is shown coarsely until then. */
export async function findObjectionBystanders(
  ctx: AnalysisContext,
  { image_id }: JobPayloads['find_objection_bystanders'],
): Promise<void> {
  const picture = await ctx.db
    .selectFrom('objection_pictures')
    .select('id')
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', image_id)
    .where('hidden', 'is', null)
    .executeTakeFirst()
  if (!picture) return
  const { jpeg } = await readWorkingPicture(ctx, image_id)
  const hidden = await findBystanders(ctx.models, jpeg)
  await ctx.db
    .updateTable('objection_pictures')
    .set({ hidden: json(hidden) })
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', image_id)
    .where('hidden', 'is', null)
    .execute()
}
