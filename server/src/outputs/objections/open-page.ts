import { sql } from 'kysely'
import { isSecret, newSecret, secretDigest } from '../../core/access/capture-secrets.ts'
import { Problem } from '../../core/contracts/problems.ts'
import { condition } from '../../core/platform/condition.ts'
import { type Context, type ContextParts, createContext, inTransaction } from '../../core/platform/context.ts'
import type { Log } from '../../core/platform/log.ts'
import { isUuid } from '../../core/platform/uuid.ts'
import { isCodeOf } from './link-codes.ts'
import { type ObjectionLinkRow, selectObjectionLinks } from './link-queries.ts'

const WINDOW_S = 3_600

/** Who has the address of a page. They have no permission, and until the code is entered they see nothing. */
export async function contextOfLink(
  parts: ContextParts,
  log: Log,
  linkId: string,
  requestId: string,
): Promise<Context> {
  // An address names no organization. There is one cell; with more, each would be asked.
  const [found] = isUuid(linkId)
    ? await parts.cells
        .cellOf('')
        .database.callAcross<{ org_id: string; id: string }>('find_objection_link', [linkId])
    : []
  if (!found) throw new Problem('not_found')
  const { org_id } = found
  const principal = { subject: `objection_link:${found.id}`, org_id, permissions: new Set<string>() }
  return createContext(parts, principal, log.child({ request_id: requestId, org_id }), requestId)
}

/** The link of a page, while it counts and its inspection is there. */
export async function requireOpenLink(ctx: Context, linkId: string): Promise<ObjectionLinkRow> {
  const link = await selectObjectionLinks(ctx)
    .where('objection_links.id', '=', linkId)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('inspections')
          .select('inspections.id')
          .whereRef('inspections.org_id', '=', 'objection_links.org_id')
          .whereRef('inspections.id', '=', 'objection_links.inspection_id')
          .where('inspections.deleted_at', 'is', null),
      ),
    )
    .executeTakeFirst()
  if (!link) throw new Problem('not_found')
  if (link.revoked_at || link.is_expired) throw new Problem('objection_link_ended')
  return link
}

/** Whether the browser has entered the code a while ago. */
export async function hasSession(ctx: Context, linkId: string, token: string | null): Promise<boolean> {
  if (token === null || !isSecret(token)) return false
  const row = await ctx.db
    .selectFrom('objection_sessions')
    .select('link_id')
    .where('org_id', '=', ctx.org_id)
    .where('link_id', '=', linkId)
    .where('token_sha256', '=', secretDigest(token))
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
  return row !== undefined
}

/** Trades the code for a token of this browser. A try is counted before the code is looked at, so that none is free. */
export async function openPage(ctx: Context, linkId: string, code: string): Promise<string> {
  await requireOpenLink(ctx, linkId)
  const hash = await takeTry(ctx, linkId)
  if (!(await isCodeOf(linkId, code, hash))) throw new Problem('objection_code_wrong')
  const token = newSecret()
  await inTransaction(ctx, async (ctx) => {
    await ctx.db
      .updateTable('objection_links')
      .set({ wrong_count: 0, wrong_since: null })
      .where('org_id', '=', ctx.org_id)
      .where('id', '=', linkId)
      .execute()
    await ctx.db
      .deleteFrom('objection_sessions')
      .where('org_id', '=', ctx.org_id)
      .where('link_id', '=', linkId)
      .where('expires_at', '<=', sql<string>`now()`)
      .execute()
    await ctx.db
      .insertInto('objection_sessions')
      .values({
        org_id: ctx.org_id,
        link_id: linkId,
        token_sha256: secretDigest(token),
        expires_at: sql<string>`now() + make_interval(secs => ${ctx.config.OBJECTION_SESSION_S})`,
      })
      .execute()
  })
  return token
}

async function takeTry(ctx: Context, linkId: string): Promise<string> {
  const taken = await ctx.db
    .updateTable('objection_links')
    .set({
      wrong_count: sql<number>`case when ${IS_OLD} then 1 else wrong_count + 1 end`,
      wrong_since: sql<string>`case when ${IS_OLD} then now() else wrong_since end`,
    })
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', linkId)
    .where((eb) => eb.or([IS_OLD, eb('wrong_count', '<', ctx.config.OBJECTION_WRONG_CODES_MAX)]))
    .returning('code_hash')
    .executeTakeFirst()
  if (!taken) throw new Problem('objection_code_locked', { retry_after_s: WINDOW_S })
  return taken.code_hash
}

const IS_OLD = condition`wrong_since is null or wrong_since < now() - make_interval(secs => ${WINDOW_S})`
