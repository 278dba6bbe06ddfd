import { emit } from '../../core/contracts/events.ts'
import type { HiddenArea, Provenance } from '../../core/contracts/findings.ts'
import { type Context, inTransaction } from '../../core/platform/context.ts'
import { json } from '../../core/platform/database.ts'
import type { Image } from './schema.ts'

/** What the check of a picture says. Version and provenance are null for one that could not be checked. */
export type CheckRecord = {
  compliances: unknown
  compliances_version: string | null
  compliances_provenance: Provenance | null
  viewpoint: Image['viewpoint'] | null
  has_vehicle: boolean | null
  /** What people don't see of it; null where no model has looked. */
  hidden: HiddenArea[] | null
}

/** Keeps the first result that a check has made, unless it is to be replaced: a second delivery of the same job changes nothing. */
export async function recordCompliances(
  ctx: Context,
  inspectionId: string,
  imageId: string,
  { compliances, compliances_version, compliances_provenance, viewpoint, has_vehicle, hidden }: CheckRecord,
  options: { replace: boolean } = { replace: false },
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    let update = ctx.db
      .updateTable('images')
      .set({
        compliances: json(compliances),
        compliances_version,
        compliances_provenance: compliances_provenance ? json(compliances_provenance) : null,
        viewpoint: viewpoint ? json(viewpoint) : null,
        has_vehicle,
        ...(hidden ? { hidden: json(hidden) } : {}),
      })
      .where('org_id', '=', ctx.org_id)
      .where('id', '=', imageId)
      .where('deleted_at', 'is', null)
    // A verdict replaces "could not be checked"; that one is recorded once.
    if (!options.replace)
      update = update.where(compliances_version ? 'compliances_version' : 'compliances', 'is', null)
    const row = await update.returning('id').executeTakeFirst()
    if (row) await emit(ctx, 'image.compliances_done', inspectionId, { image_id: imageId })
  })
}
