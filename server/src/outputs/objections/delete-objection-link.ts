import { sql } from 'kysely'
import { emit } from '../../core/contracts/events.ts'
import { type Context, inTransaction } from '../../core/platform/context.ts'
import { lockObjectionLink, objectionLinkJson, requireObjectionLink } from './link-queries.ts'
import type { ObjectionLink } from './schema.ts'

/** From now on nobody opens its page. Objections stay. A repeat answers the same. */
export async function deleteObjectionLink(ctx: Context, linkId: string): Promise<ObjectionLink> {
  await requireRevocableObjectionLink(ctx, { objection_link_id: linkId })

  return inTransaction(ctx, async (ctx) => {
    const link = await lockObjectionLink(ctx, linkId)
    if (link.revoked_at) return objectionLinkJson(ctx, link)
    await ctx.db
      .updateTable('objection_links')
      .set({ revoked_at: sql<string>`clock_timestamp()` })
      .where('org_id', '=', ctx.org_id)
      .where('id', '=', linkId)
      .execute()
    await emit(ctx, 'objection_link.revoked', link.inspection_id, { objection_link_id: linkId })
    return objectionLinkJson(ctx, await lockObjectionLink(ctx, linkId))
  })
}

export async function requireRevocableObjectionLink(
  ctx: Context,
  { objection_link_id }: { objection_link_id: string },
): Promise<void> {
  await requireObjectionLink(ctx, objection_link_id, 'update')
}
