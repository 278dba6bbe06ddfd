import { sql } from 'kysely'
import { recordAdministration } from '../../core/contracts/administration.ts'
import { emit } from '../../core/contracts/events.ts'
import { type Context, inTransaction, type TransactionContext } from '../../core/platform/context.ts'
import { type CaptureLinkRow, captureLinkJson, lockCaptureLink, requireCaptureLink } from './link-queries.ts'
import type { CaptureLink } from './schema.ts'

/** From now on nobody opens it, and no token of it counts. A repeat answers the same. */
export async function deleteCaptureLink(ctx: Context, linkId: string): Promise<CaptureLink> {
  await requireRevocableCaptureLink(ctx, { capture_link_id: linkId })

  return inTransaction(ctx, async (ctx) => {
    const link = await lockCaptureLink(ctx, linkId)
    if (link.revoked_at) return captureLinkJson(link)
    await ctx.db
      .updateTable('capture_links')
      .set({ revoked_at: sql<string>`clock_timestamp()` })
      .where('org_id', '=', ctx.org_id)
      .where('id', '=', linkId)
      .execute()
    await recordRevocation(ctx, link)
    return captureLinkJson(await lockCaptureLink(ctx, linkId))
  })
}

export async function requireRevocableCaptureLink(
  ctx: Context,
  { capture_link_id }: { capture_link_id: string },
): Promise<void> {
  await requireCaptureLink(ctx, capture_link_id, 'update')
}

async function recordRevocation(
  ctx: TransactionContext,
  { id, inspection_id }: CaptureLinkRow,
): Promise<void> {
  if (inspection_id) await emit(ctx, 'capture_link.revoked', inspection_id, { capture_link_id: id })
  else await recordAdministration(ctx, 'capture_link.revoked', { capture_link_id: id })
}
