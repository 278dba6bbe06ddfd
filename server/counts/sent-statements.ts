import pg from 'pg'

/** One round trip of a connection to the database, and what came of it. */
export type Sent = {
  text: string
  values: readonly unknown[]
  /** The name that the connection gave itself when it was opened. */
  application: string
  /** How many statements the database ran for it; 0 while it has not ended. */
  statements: number
  /** Whether it left no transaction open: it ended one, or was one itself. */
  endedTransaction: boolean
  hasEnded: boolean
}

/** What the driver knows of its connection, beyond what its types say. */
type Connected = {
  connectionParameters: { application_name?: string }
  connection: {
    on(event: 'commandComplete' | 'emptyQuery', listen: () => void): void
    on(event: 'readyForQuery', listen: (message: { status: 'I' | 'T' | 'E' }) => void): void
  }
}

/**
 * Notes everything that this process sends to PostgreSQL, as the protocol counts it: a `CommandComplete` for each statement, a
 * `ReadyForQuery` for each round trip. The driver answers the round trips of a connection in their order.
 */
export function noteStatements(): { sent: Sent[]; stop: () => void } {
  const sent: Sent[] = []
  const waitingOf = new WeakMap<pg.Client, Sent[]>()
  const { query } = pg.Client.prototype

  function waitingFor(client: pg.Client): Sent[] {
    const known = waitingOf.get(client)
    if (known) return known
    const waiting: Sent[] = []
    waitingOf.set(client, waiting)
    const { connection } = connected(client)
    const countStatement = () => {
      const first = waiting[0]
      if (first) first.statements += 1
    }
    connection.on('commandComplete', countStatement)
    connection.on('emptyQuery', countStatement)
    connection.on('readyForQuery', ({ status }) => {
      const first = waiting.shift()
      if (first) Object.assign(first, { endedTransaction: status === 'I', hasEnded: true })
    })
    return waiting
  }

  function noted(this: pg.Client, ...given: unknown[]): unknown {
    const [query_, values] = given
    const { text, values: ownValues } = typeof query_ === 'string' ? { text: query_ } : Object(query_)
    const one: Sent = {
      text: String(text),
      values: ownValues ?? (Array.isArray(values) ? values : []),
      application: connected(this).connectionParameters.application_name ?? '',
      statements: 0,
      endedTransaction: false,
      hasEnded: false,
    }
    sent.push(one)
    waitingFor(this).push(one)
    return Reflect.apply(query, this, given)
  }

  Object.assign(pg.Client.prototype, { query: noted })
  return { sent, stop: () => void Object.assign(pg.Client.prototype, { query }) }
}

// The driver's own types leave these two out.
const connected = (client: pg.Client) => client as unknown as Connected

/**
 * What an API process asks by itself, at times of its own: new events, and what organizations may still use. And the word to a
 * connection whose organization it serves, which depends on the connection that happens to be free.
 */
const BY_ITSELF =
  /"(lease_requests|publish_events|published_events|last_event_position)"\(|set_config\('walkaround\.org_id'/

/** Sent for requests, on the connections of an API process. */
export const isOfRequest = ({ application, text }: Sent): boolean =>
  /^walkaround api [0-9a-f]+$/.test(application) && !BY_ITSELF.test(text)

/** A line of a report, without what is long. */
export const shortOf = ({ text }: Sent): string => text.replace(/\s+/g, ' ').slice(0, 100)
