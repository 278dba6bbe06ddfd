import { createHash } from 'node:crypto'
import { Problem } from '../contracts/problems.ts'
import type { Database } from '../platform/database.ts'
import type { Principal } from '../platform/identity.ts'

/** What a ticket opens: the stream of an inspection, or with null that of many. */
export type Ticket = { inspection_id: string | null; types: string[] | null }

const TICKET = /^[\w-]{43}$/

export const ticketDigest = (ticket: string) => createHash('sha256').update(ticket).digest('hex')

/** Takes a ticket out of the database: whoever asked for it may listen, once, as long as their token holds. */
export async function takeTicket(
  database: Pick<Database, 'takeStreamTicket'>,
  ticket: string,
): Promise<{ principal: Principal; ticket: Ticket }> {
  const row = TICKET.test(ticket) ? await database.takeStreamTicket(ticketDigest(ticket)) : null
  if (!row) throw new Problem('ticket_invalid')
  const { subject, org_id, permissions, token_expires_at, inspection_id, types } = row
  return {
    principal: {
      subject,
      org_id,
      permissions: new Set(permissions),
      expiresAtMs: Date.parse(token_expires_at),
    },
    ticket: { inspection_id, types },
  }
}
