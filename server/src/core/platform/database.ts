import { randomBytes } from 'node:crypto'
import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely'
import pg from 'pg'
import type { DB } from './database-types.ts'
import { createFairGate, type FairGate } from './fair-gate.ts'
import type { Log } from './log.ts'
import { listMigrations } from './migrations.ts'
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

/** Stands for the time of the database in a call: processes whose clocks differ agree on it. */
export const DATABASE_NOW = Symbol('the time of the database')

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

  /**
   * Calls a function of the database that sees every organization. Each belongs to one module, whose own files call it;
   * `server/test/crossing-functions.ts` lists them. Rows say when, in `called_at`.
   */
  async callAcross<Row extends pg.QueryResultRow>(
    name: string,
    values: readonly unknown[],
  ): Promise<(Row & { called_at: string })[]> {
    const given = values.filter((value) => value !== DATABASE_NOW)
    let place = 0
    const places = values.map((value) => (value === DATABASE_NOW ? 'clock_timestamp()' : `$${++place}`))
    const { rows } = await this.#pool.query<Row & { called_at: string }>(
      `select *, clock_timestamp() as called_at from ${pg.escapeIdentifier(name)}(${places.join()})`,
      given,
    )
    return rows
  }

  /** How the pool is used; `waiting` are those for whom no connection is free. */
  get connections(): { used: number; idle: number; max: number; waiting: number } {
    const { totalCount, idleCount, waitingCount, options } = this.#pool
    return { used: totalCount - idleCount, idle: idleCount, max: options.max, waiting: waitingCount }
  }

  async isAnswering(): Promise<boolean> {
    await this.#pool.query('select 1')
    return true
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

/**
 * One organization whose requests wait for each other, for a row's lock say, must leave connections to the others. One
 * is kept for what belongs to no organization: positions of events, tickets, sweeps.
 */
function createConnectionGate(connections: number): FairGate {
  const capacity = Math.max(1, connections - 1)
  return createFairGate({
    name: 'connections',
    capacity,
    share: Math.max(1, Math.ceil(capacity * 0.6)),
    waitingShare: 500,
    waitingMax: 2_000,
    waitMsMax: 10_000,
  })
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
