import { notifyManager, QueryClient } from '@tanstack/react-query'
import { type Client, createClient, WalkaroundError } from '@walkaround/sdk'
import type { ConsoleConfig } from '../session/issuer.ts'
import { Session } from '../session/session.ts'

export type Service = { client: Client; session: Session; queries: QueryClient }

const STALE_MS = 10_000

/** Everything a screen asks goes through this client. */
export async function openService(): Promise<Service> {
  const response = await fetch('/console/config.json')
  if (!response.ok) throw new Error('The service does not say how to sign in (config.json).')
  const config: ConsoleConfig = await response.json()
  // The first page does not wait for it. It is fetched now all the same: after an update of the service it is gone.
  const issuer = import('../session/issuer.ts').then(({ Issuer }) => new Issuer(config))
  const session = new Session(issuer, config)
  const client = createClient({ baseUrl: config.api_url, token: session.token })
  // With what waits to be saved, not a tick later: a saved edit would be gone for a moment before the reading has it.
  notifyManager.setScheduler(queueMicrotask)
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        retry: (_count, error) => isPassing(error),
        refetchOnWindowFocus: true,
      },
    },
  })
  return { client, session, queries }
}

// The client has tried again by itself; once more helps only where the connection was away.
function isPassing(error: unknown): boolean {
  return error instanceof WalkaroundError && error.retryable && !navigator.onLine
}
