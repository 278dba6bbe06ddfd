import { authenticate } from '../core/access/authenticate.ts'
import type { App } from '../core/platform/app.ts'
import { type ContextParts, createContext } from '../core/platform/context.ts'
import type { Identity } from '../core/platform/identity.ts'
import type { Log } from '../core/platform/log.ts'
import { takeTicket } from '../inspection/events/take-ticket.ts'

/** Every route registered on `app` after this has a context. */
export function requireToken(
  app: App,
  parts: ContextParts,
  identity: Pick<Identity, 'verify'>,
  log: Log,
): void {
  app.addHook('onRequest', async (request) => {
    const principal = await authenticate({ ...parts, identity }, request)
    request.ctx = createContext(
      parts,
      principal,
      log.child({ request_id: request.id, org_id: principal.org_id }),
      request.id,
      request.span,
    )
  })
}

/** The same, and a ticket in the query counts in place of a token. */
export function requireTokenOrTicket(
  app: App,
  parts: ContextParts,
  identity: Pick<Identity, 'verify'>,
  log: Log,
): void {
  app.decorateRequest('ticket', null)
  app.addHook('onRequest', async (request) => {
    const given = new URLSearchParams(request.url.split('?', 2)[1]).get('ticket')
    const withTicket = given !== null && request.headers.authorization === undefined
    // A ticket names no organization. There is one cell; with more, each would be asked.
    const taken = withTicket ? await takeTicket(parts.cells.cellOf('').database, given) : null
    const principal = taken?.principal ?? (await authenticate({ ...parts, identity }, request))
    request.ticket = taken?.ticket ?? null
    request.ctx = createContext(
      parts,
      principal,
      log.child({ request_id: request.id, org_id: principal.org_id }),
      request.id,
      request.span,
    )
  })
}
