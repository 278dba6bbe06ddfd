import { authenticate } from '../access/authenticate.ts'
import type { App } from '../platform/app.ts'
import { type ContextParts, createContext } from '../platform/context.ts'
import type { Identity } from '../platform/identity.ts'
import type { Log } from '../platform/log.ts'

/** Every route registered on `app` after this has a context. */
export function requireToken(
  app: App,
  parts: ContextParts,
  identity: Pick<Identity, 'verify'>,
  log: Log,
): void {
  app.addHook('onRequest', async (request) => {
    const principal = await authenticate(identity, request.headers.authorization)
    request.ctx = createContext(
      parts,
      principal,
      log.child({ request_id: request.id, org_id: principal.org_id }),
    )
  })
}
