import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

const FOLDER = join(import.meta.dirname, 'migrations')
// Any number will do, as long as no other program takes the same advisory lock in this database.
const LOCK = 7_246_001

type Migration = { name: string; sql: string; sha256: string }

export function listMigrations(): Migration[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(FOLDER, name), 'utf8')
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
    })
}

/** Applies what is missing, in order, each in its own transaction. Returns the names applied. */
export async function migrate(ownerUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl, lock_timeout: 5_000 })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(
      'create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    )
    await client.query('grant select on migrations to walkaround_app')
    const { rows } = await client.query<{ name: string; sha256: string }>(
      'select name, sha256 from migrations',
    )
    const applied = new Map(rows.map((row) => [row.name, row.sha256]))
    const done: string[] = []
    for (const migration of listMigrations()) {
      const before = applied.get(migration.name)
      if (before === migration.sha256) continue
      if (before)
        throw new Error(
          `${migration.name} was changed after it had been applied; write a new migration instead`,
        )
      await client.query('begin')
      await client.query(migration.sql)
      await client.query('insert into migrations (name, sha256) values ($1, $2)', [
        migration.name,
        migration.sha256,
      ])
      await client.query('commit')
      done.push(migration.name)
    }
    return done
  } finally {
    await client.end()
  }
}
