import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { readStack, stackValue } from '../../testing/stack.ts'
import { QUEUES } from '../src/contracts/jobs.ts'
import { listMigrations, switchSendingOn } from '../src/platform/migrations.ts'

const MIGRATE = join(import.meta.dirname, '../src/migrate.ts')
const LOCK = 7_246_002

/** The URLs of one database on the stack's cluster, as its two roles. */
export function urlsOf(database: string) {
  const at = (url: string) => Object.assign(new URL(url), { pathname: `/${database}` }).href
  return {
    DATABASE_URL: at(stackValue('DATABASE_URL')),
    DATABASE_OWNER_URL: at(stackValue('DATABASE_OWNER_URL')),
  }
}

/** A fresh migrated database, copied from a template that is made once for each set of migrations. */
export async function createDatabase() {
  const digest = createHash('sha256')
  for (const migration of listMigrations()) digest.update(migration.sha256)
  digest.update(JSON.stringify(QUEUES))
  const template = `test_template_${digest.digest('hex').slice(0, 12)}`
  // By the process that runs the test runner: `drop-databases.ts` finds what no file has dropped.
  const name = `test_${process.ppid}_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: stackValue('DATABASE_OWNER_URL') })
  await admin.connect()
  await admin.query('select pg_advisory_lock($1)', [LOCK])
  const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [template])
  if (!rowCount) {
    await admin.query(`create database ${template}_new`)
    await promisify(execFile)(process.execPath, [MIGRATE], {
      env: { ...readStack(), ...urlsOf(`${template}_new`) },
    })
    await admin.query(`alter database ${template}_new rename to ${template}`)
  }
  // Copied through the log, as by default, it takes seven times the processor time.
  await admin.query(`create database ${name} template ${template} strategy file_copy`)
  await admin.query('select pg_advisory_unlock($1)', [LOCK])
  await switchSendingOn(urlsOf(name).DATABASE_OWNER_URL)
  return {
    name,
    ...urlsOf(name),
    drop: async () => {
      await dropWhenFree(admin, name)
      await admin.end()
    },
  }
}

/** Connections take a moment to close; only what is still open after two seconds is cut off. */
async function dropWhenFree(admin: pg.Client, name: string): Promise<void> {
  const inUse = 'select 1 from pg_stat_activity where datname = $1'
  for (let n = 0; n < 40 && (await admin.query(inUse, [name])).rowCount; n++) await delay(50)
  await admin.query(`drop database if exists ${name} with (force)`)
}
