import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { listsOwnOnly, requireInspection } from '../../core/access/scope.ts'
import { type Context, inTransaction } from '../../core/platform/context.ts'
import type { CreateStreamTicket } from './schema.ts'
import { ticketDigest } from './take-ticket.ts'

const LIFE_S = 30

/** A ticket is for whoever could open the stream with their token. */
export async function requireStreamable(
  ctx: Context,
  _params: unknown,
  { inspection_id }: CreateStreamTicket,
): Promise<void> {
  if (inspection_id === undefined) listsOwnOnly(ctx, 'own_resources')
  else await requireInspection(ctx, inspection_id, 'read')
}

/** Makes what opens one stream without a token, for clients that cannot send one. Only its digest is kept. */
export async function createStreamTicket(ctx: Context, input: CreateStreamTicket) {
  await requireStreamable(ctx, null, input)
  const { inspection_id = null, types = null } = input
  const ticket = randomBytes(32).toString('base64url')
  const path = inspection_id === null ? '/v1/events' : `/v1/inspections/${inspection_id}/events`
  const url = `${ctx.config.PUBLIC_URL}${path}?ticket=${ticket}`
  return inTransaction(ctx, async (ctx) => {
    await ctx.db
      .deleteFrom('stream_tickets')
      .where('org_id', '=', ctx.org_id)
      .where('expires_at', '<', sql<string>`now()`)
      .execute()
    const { expires_at } = await ctx.db
      .insertInto('stream_tickets')
      .values({
        org_id: ctx.org_id,
        ticket_sha256: ticketDigest(ticket),
        subject: ctx.principal.subject,
        permissions: [...ctx.principal.permissions],
        // A ticket lives on no longer than the token it was asked for with.
        token_expires_at: new Date(ctx.principal.expiresAtMs ?? ctx.clock.nowMs()).toISOString(),
        inspection_id,
        types,
        expires_at: sql<string>`now() + make_interval(secs => ${LIFE_S})`,
      })
      .returning('expires_at')
      .executeTakeFirstOrThrow()
    return { ticket, expires_at, url }
  })
}
