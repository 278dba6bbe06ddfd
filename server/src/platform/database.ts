import { randomBytes } from 'node:crypto'
import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely'
import pg from 'pg'
import { createConnectionGate } from './connection-gate.ts'
import type { DB } from './database-types.ts'
import type { FairGate } from './fair-gate.ts'
import type { Log } from './log.ts'
import { listMigrations } from './migrations.ts'
import type { QuotaLimits } from './quota-limits.ts'
import { createStatementNames } from './statement-names.ts'

const PARSERS = new Map<number, (text: string) => unknown>([
  // Counts and sizes fit a double; the driver would hand int8 over as text.
  [pg.types.builtins.INT8, Number],
  // Times keep the microseconds of the database; a Date would cut them off.
  [
    pg.types.builtins.TIMESTAMPTZ,
    (text) => `${text.replace(' ', 'T')}${/[+-]\d\d$/.test(text) ? ':00' : ''}`,
  ],
])

/** How values are read on our own connections. The driver's table is the process's, and the job engine reads by it too. */
export const COLUMN_TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : PARSERS.get(oid)) ?? pg.types.getTypeParser(oid, format),
}

export type OrganizationDatabase = Kysely<DB>

const INSTANCES_MAX = 1_000
const CONNECT_MS_MAX = 5_000

export type VerifiedReport = {
  id: string
  created_at: string
  sha256: string
  content_sha256: string
  is_signed: boolean
  is_latest: boolean
  is_outdated: boolean
}

/** An event that has its place in the order in which listeners are told. */
export type PublishedRow = {
  position: number
  org_id: string
  owner_id: string
  inspection_id: string
  id: string
  type: string
  payload: Record<string, unknown>
  created_by: string | null
  created_at: string
}

/** Their names are the only texts that become part of a statement. */
export type WebhookFunction =
  | 'next_webhook_events'
  | 'ended_task_callbacks'
  | 'make_webhook_deliveries'
  | 'claim_webhook_deliveries'
  | 'oldest_due_webhook_delivery'
  | 'is_webhook_home'

/** Stands for the time of the database in a call: processes whose clocks differ agree on it. */
export const DATABASE_NOW = Symbol('the time of the database')

/** What somebody with a stream ticket may listen to. */
export type TicketRow = {
  org_id: string
  subject: string
  permissions: string[]
  token_expires_at: string
  inspection_id: string | null
  types: string[] | null
}

/** `spent` were let through without asking; `wanted` are to come. */
export type RequestsAsked = { org: string; spent: number; wanted: number }

export type LeaseRow = { [limit in keyof QuotaLimits]: number | null } & {
  org: string
  granted: number
  requests_used: number
  /** Until the minute of the database ends. */
  ms_left: number
  bytes_stored: number
  inspections_per_day: number
  day_ms_left: number
}

/**
 * The connections of one process. Queries are only possible inside an organization: a connection is told
 * which one before it is handed out, and row-level security hides everything else.
 */
export class Database {
  readonly #pool: pg.Pool
  /** Connections, shared fairly between organizations. */
  readonly gate: FairGate
  readonly #organizationOf = new WeakMap<pg.PoolClient, string>()
  readonly #instances = new Map<string, OrganizationDatabase>()

  constructor(options: { url: string; connections: number; log: Log; applicationName: string }) {
    this.#pool = new pg.Pool({
      connectionString: options.url,
      max: options.connections,
      // The name of this process alone: while a connection has it, the process lives (idempotency keys ask).
      application_name: `${options.applicationName} ${randomBytes(6).toString('hex')}`,
      connectionTimeoutMillis: CONNECT_MS_MAX,
      idleTimeoutMillis: 60_000,
      statement_timeout: 15_000,
      lock_timeout: 10_000,
      idle_in_transaction_session_timeout: 30_000,
      keepAlive: true,
      // A statement of a process that died is ended, with its locks, and not run to its time-out.
      options: '-c timezone=UTC -c client_connection_check_interval=1000',
      types: COLUMN_TYPES,
    })
    this.gate = createConnectionGate(options.connections)
    this.#pool.on('error', (error) => options.log.warn({ err: error }, 'database connection lost'))
    // The pool listens only to idle connections. One that breaks while an operation holds it fails that operation, not the process.
    const nameStatements = createStatementNames()
    this.#pool.on('connect', (client) => {
      client.on('error', () => {})
      nameStatements(client)
    })
  }

  forOrganization(orgId: string): OrganizationDatabase {
    const known = this.#instances.get(orgId)
    if (known) return known
    const oldest = this.#instances.keys().next()
    if (this.#instances.size >= INSTANCES_MAX && !oldest.done) this.#instances.delete(oldest.value)
    const pool: PostgresPool = { connect: () => this.#connect(orgId), end: async () => {}, options: {} }
    const instance = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
    this.#instances.set(orgId, instance)
    return instance
  }

  /** Uploads of every organization that never became images. The one question asked across organizations that names rows. */
  async listAbandonedUploads(graceS: number, most: number): Promise<{ org_id: string; image_id: string }[]> {
    const { rows } = await this.#pool.query<{ org_id: string; image_id: string }>(
      'select org_id, image_id from abandoned_uploads(make_interval(secs => $1), $2)',
      [graceS, most],
    )
    return rows
  }

  /** A report by its id alone, for whoever holds it: nothing that is not on its paper. */
  async verifyReport(reportId: string): Promise<VerifiedReport | null> {
    const { rows } = await this.#pool.query<VerifiedReport>('select * from verify_report($1)', [reportId])
    return rows[0] ?? null
  }

  /** Forgets, in every organization, keys that nobody will repeat any more. Returns how many. */
  async deleteOldIdempotencyKeys(ageS: number, most: number): Promise<number> {
    const { rows } = await this.#pool.query<{ count: number }>(
      'select delete_old_idempotency_keys(make_interval(secs => $1), $2) as count',
      [ageS, most],
    )
    return rows[0]?.count ?? 0
  }

  /** Adds up, in every organization, what inspections were counted since the last time. Returns by how many rows that is less. */
  async foldInspectionCounts(most: number): Promise<number> {
    const { rows } = await this.#pool.query<{ count: number }>('select fold_inspection_counts($1) as count', [
      most,
    ])
    return rows[0]?.count ?? 0
  }

  /** The same for what is stored and created. */
  async foldQuotaUsage(most: number): Promise<number> {
    const { rows } = await this.#pool.query<{ count: number }>('select fold_quota_usage($1) as count', [most])
    return rows[0]?.count ?? 0
  }

  /** Counts bytes that were stored before bytes were counted. Returns 0 when there are none left. */
  async backfillQuotaUsage(most: number): Promise<number> {
    const { rows } = await this.#pool.query<{ count: number }>('select backfill_quota_usage($1) as count', [
      most,
    ])
    return rows[0]?.count ?? 0
  }

  /** Takes requests of the current minute for several organizations, and reads what each may use and uses. */
  async leaseRequests(asked: readonly RequestsAsked[], defaultMax: number): Promise<LeaseRow[]> {
    const { rows } = await this.#pool.query<LeaseRow>('select * from lease_requests($1, $2, $3, $4)', [
      asked.map(({ org }) => org),
      asked.map(({ spent }) => spent),
      asked.map(({ wanted }) => wanted),
      defaultMax,
    ])
    return rows
  }

  /** Gives positions to committed events of every organization; returns to how many. Fewer than `most`: all have one. */
  async publishEvents(most: number): Promise<number> {
    const { rows } = await this.#pool.query<{ count: number }>('select publish_events($1) as count', [most])
    return rows[0]?.count ?? 0
  }

  /** Events of every organization after a position, in order. Whoever tells them checks who may hear of each. */
  async listPublishedEvents(after: number, most: number): Promise<PublishedRow[]> {
    const { rows } = await this.#pool.query<PublishedRow>('select * from published_events($1, $2)', [
      after,
      most,
    ])
    return rows
  }

  async lastEventPosition(): Promise<number> {
    const { rows } = await this.#pool.query<{ last: number }>('select last_event_position() as last')
    return rows[0]?.last ?? 0
  }

  /** Takes a stream ticket by its digest, once. Who holds one does not say of which organization it is. */
  async takeStreamTicket(sha256: string): Promise<TicketRow | null> {
    const { rows } = await this.#pool.query<TicketRow>('select * from take_stream_ticket($1)', [sha256])
    return rows[0] ?? null
  }

  /** Forgets, in every organization, webhook deliveries after so many days. Returns how many. */
  async deleteOldWebhookDeliveries(ageDays: number, most: number): Promise<number> {
    const { rows } = await this.#pool.query<{ count: number }>(
      'select delete_old_webhook_deliveries(make_interval(days => $1), $2) as count',
      [ageDays, most],
    )
    return rows[0]?.count ?? 0
  }

  /** Calls one of the functions that make and take webhook deliveries of every organization. Rows say when, in `called_at`. */
  async callWebhookFunction<Row extends pg.QueryResultRow>(
    name: WebhookFunction,
    values: readonly unknown[],
  ): Promise<Row[]> {
    const given = values.filter((value) => value !== DATABASE_NOW)
    let place = 0
    const places = values.map((value) => (value === DATABASE_NOW ? 'clock_timestamp()' : `$${++place}`))
    return (
      await this.#pool.query<Row>(
        `select *, clock_timestamp() as called_at from ${name}(${places.join()})`,
        given,
      )
    ).rows
  }

  /** What stands between this process and its database, or null when nothing does. */
  async findFault(): Promise<string | null> {
    try {
      const { rows } = await this.#pool.query<{ name: string }>('select name from migrations')
      const applied = new Set(rows.map((row) => row.name))
      const missing = listMigrations().filter((migration) => !applied.has(migration.name))
      return missing.length > 0 ? `${missing.length} migration(s) not applied` : null
    } catch {
      return 'database does not answer'
    }
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }

  async #connect(orgId: string): Promise<pg.PoolClient> {
    const leave = await this.gate.enter(orgId)
    const client = await this.#pool.connect().catch((error: unknown) => {
      leave()
      throw error
    })
    const release = client.release
    client.release = (destroy) => {
      release.call(client, destroy)
      leave()
    }
    if (this.#organizationOf.get(client) === orgId) return client
    try {
      await client.query("select set_config('walkaround.org_id', $1, false)", [orgId])
    } catch (error) {
      client.release(true)
      throw error
    }
    this.#organizationOf.set(client, orgId)
    return client
  }
}

/** Compares an id with a list that may be empty. */
export const anyOf = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`

export const json = (value: unknown) => sql<string>`${JSON.stringify(value)}::jsonb`

const CHUNK_ROWS = 1_000

/** Rows in groups that fit into one insert: a statement takes 65,535 values. */
export function chunksOf<R>(rows: readonly R[]): R[][] {
  return Array.from({ length: Math.ceil(rows.length / CHUNK_ROWS) }, (_, n) =>
    rows.slice(n * CHUNK_ROWS, (n + 1) * CHUNK_ROWS),
  )
}
