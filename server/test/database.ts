import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { copyOf, urlsOf } from '../../testing/ground.ts'
import { readStack } from '../../testing/stack.ts'
import { ensureTemplate } from '../../testing/template.ts'
import { switchSendingOn } from '../src/core/platform/migrations.ts'

/** A fresh migrated database, copied from a template that is made once for each set of migrations. */
export async function createDatabase() {
  const stack = readStack()
  const template = await ensureTemplate(stack)
  // By the process that runs the test runner: `drop-databases.ts` finds what no file has dropped.
  const name = `test_${process.ppid}_${randomBytes(6).toString('hex')}`
  const urls = urlsOf(stack, name)
  const admin = new pg.Client({ connectionString: stack.DATABASE_OWNER_URL })
  await admin.connect()
  await admin.query(`create database ${name} ${copyOf(template)}`)
  await switchSendingOn(urls.DATABASE_OWNER_URL)
  return {
    name,
    ...urls,
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
