import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

const FOLDER = join(import.meta.dirname, 'migrations')
// Any number will do, as long as no other program takes the same advisory lock in this database.
const LOCK = 7_246_001
/** Writers queue behind a statement that waits for its lock, so it gives up early, lets them through and asks again. */
const LOCK_TIMEOUT_MS = 500
/** After these, somebody holds the table for long. `pnpm migrate` goes on from there. */
const LOCK_ATTEMPTS = 10
const LOCK_TIMED_OUT = '55P03'
/** A concurrent build waits for every transaction that is open, and nobody waits for it. */
const BUILD_WAIT_MS = 900_000
/** The first line of a migration that runs outside a transaction, such as one that builds an index concurrently. */
const OUTSIDE = /^-- no transaction\b/
const CONCURRENT_INDEX = /^create (?:unique )?index concurrently if not exists (\w+)/i

const ASK_AGAIN_MS = 200

/** Made from `server/schema`, and made again with it until there is a release. */
const FIRST = '0001_create_schema.sql'

type Migration = { name: string; sql: string; sha256: string }

export function listMigrations(folder = FOLDER): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name), 'utf8')
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
    })
}

function openClient(ownerUrl: string): pg.Client {
  const client = new pg.Client({ connectionString: ownerUrl, lock_timeout: LOCK_TIMEOUT_MS })
  // The statement that is under way fails with it; without a listener the process would end before it can say so.
  client.on('error', () => {})
  return client
}

/** A copy of a database sends no webhooks until this is done: from now on this one is where they are sent from. */
export async function switchSendingOn(ownerUrl: string): Promise<void> {
  const client = openClient(ownerUrl)
  await client.connect()
  try {
    await client.query('select switch_sending_on()')
  } finally {
    await client.end()
  }
}

/** Applies what is missing, in order, one migrator at a time. Returns the names applied. */
export async function migrate(ownerUrl: string, migrations = listMigrations()): Promise<string[]> {
  const client = openClient(ownerUrl)
  await client.connect()
  try {
    await waitForTurn(client)
    await client.query(
      'create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    )
    await client.query('grant select on migrations to walkaround_app')
    const { rows } = await client.query<{ name: string; sha256: string }>(
      'select name, sha256 from migrations',
    )
    const applied = new Map(rows.map((row) => [row.name, row.sha256]))
    const first = migrations.find(({ name }) => name === FIRST)
    if (first && applied.size > 0 && applied.get(FIRST) !== first.sha256)
      throw new Error(
        'This database was created before the first release, with a schema that has changed since. Create a new one; in development: dev/stack down --delete',
      )
    const done: string[] = []
    for (const migration of migrations) {
      const before = applied.get(migration.name)
      if (before === migration.sha256) continue
      if (before)
        throw new Error(
          `${migration.name} was changed after it had been applied; write a new migration instead`,
        )
      if (OUTSIDE.test(migration.sql)) await applyOutside(client, migration)
      else await applyInside(client, migration)
      done.push(migration.name)
    }
    return done
  } finally {
    await client.end()
  }
}

/**
 * Asks again and again instead of waiting in the database: a statement that waits keeps its snapshot, and an index that the
 * other one builds concurrently would wait for that snapshot to end.
 */
async function waitForTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      LOCK,
    ])
    if (rows[0]?.taken) return
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
  }
}

async function applyInside(client: pg.Client, migration: Migration): Promise<void> {
  await askForLocks(client, async () => {
    await client.query('begin')
    await client.query(migration.sql)
    await record(client, migration)
    await client.query('commit')
  })
}

async function askForLocks(client: pg.Client, work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await work()
      return
    } catch (error) {
      const isLockTimeout = error instanceof pg.DatabaseError && error.code === LOCK_TIMED_OUT
      if (!isLockTimeout || attempt === LOCK_ATTEMPTS) throw error
      await client.query('rollback')
      await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
    }
  }
}

/**
 * One statement after the other. A process that dies in between leaves the first ones done, and the next run starts over:
 * every statement must be one that can run again.
 */
async function applyOutside(client: pg.Client, migration: Migration): Promise<void> {
  for (const statement of statementsOf(migration.sql)) {
    const index = CONCURRENT_INDEX.exec(statement)?.[1]
    if (index) await dropInvalid(client, index)
    await client.query(`set lock_timeout = ${index ? BUILD_WAIT_MS : LOCK_TIMEOUT_MS}`)
    if (index) await client.query(statement)
    else await askForLocks(client, () => client.query(statement))
  }
  await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`)
  await record(client, migration)
}

/** What a build leaves that was cut off: nothing reads it, every write pays for it, and `if not exists` would keep it. */
async function dropInvalid(client: pg.Client, index: string): Promise<void> {
  const { rowCount } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  )
  if (!rowCount) return
  await client.query(`set lock_timeout = ${BUILD_WAIT_MS}`)
  await client.query(`drop index concurrently ${index}`)
}

/** Each ends with a semicolon at the end of a line; what stands between two `$$` belongs to its statement. */
const STATEMENT = /(?:\$\$.*?\$\$|[^$]|\$(?!\$))+?;[^\S\n]*$/gms

function statementsOf(sql: string): string[] {
  return (sql.replace(/^--.*$/gm, '').match(STATEMENT) ?? []).map((statement) => statement.trim())
}

async function record(client: pg.Client, { name, sha256 }: Migration): Promise<void> {
  await client.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256])
}
