import { createHash } from 'node:crypto'
import { Problem } from '../../core/contracts/problems.ts'
import type { Database } from '../../core/platform/database.ts'
import type { Principal } from '../../core/platform/identity.ts'

/** What a ticket opens: the stream of an inspection, or with null that of many. */
export type Ticket = { inspection_id: string | null; types: string[] | null }

/** What somebody with a stream ticket may listen to. */
type TicketRow = {
  org_id: string
  subject: string
  permissions: string[]
  token_expires_at: string
  inspection_id: string | null
  types: string[] | null
}

const TICKET = /^[\w-]{43}$/

export const ticketDigest = (ticket: string) => createHash('sha256').update(ticket).digest('hex')

/** Takes a ticket out of the database: whoever asked for it may listen, once, as long as their token holds. */
export async function takeTicket(
  database: Pick<Database, 'callAcross'>,
  ticket: string,
): Promise<{ principal: Principal; ticket: Ticket }> {
  const [row] = TICKET.test(ticket)
    ? await database.callAcross<TicketRow>('take_stream_ticket', [ticketDigest(ticket)])
    : []
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
