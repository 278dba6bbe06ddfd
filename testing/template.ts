import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { compileCache } from './compile-cache.ts'
import { serverRoot, urlsOf, withDatabase } from './ground.ts'
import { type Settings, setting } from './stack.ts'

const run = promisify(execFile)
const LOCK = 7_246_003

/** The name of a migrated database to copy: made once for each set of migrations and queues. */
export async function ensureTemplate(stack: Settings, root = serverRoot): Promise<string> {
  const name = `template_${digestOfSchema(root)}`
  const owner = new pg.Client({
    connectionString: withDatabase(setting(stack, 'DATABASE_OWNER_URL'), 'postgres'),
  })
  await owner.connect()
  try {
    // Ends with the connection.
    await owner.query('select pg_advisory_lock($1)', [LOCK])
    const { rowCount } = await owner.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount) return name
    const unfinished = `${name}_new`
    await owner.query(`drop database if exists ${unfinished}`)
    await owner.query(`create database ${unfinished}`)
    await run(process.execPath, [join(root, 'server/src/migrate.ts')], {
      env: { ...stack, ...compileCache, ...urlsOf(stack, unfinished) },
    })
    await owner.query(`alter database ${unfinished} rename to ${name}`)
    return name
  } finally {
    await owner.end()
  }
}

function digestOfSchema(root: string): string {
  const folder = join(root, 'server/src/core/platform/migrations')
  const migrations = readdirSync(folder)
    .sort()
    .map((file) => join(folder, file))
  // The job engine brings tables of its own.
  const others = ['server/src/core/contracts/jobs.ts', 'server/package.json'].map((file) => join(root, file))
  const digest = createHash('sha256')
  for (const file of [...migrations, ...others]) digest.update(readFileSync(file))
  return digest.digest('hex').slice(0, 12)
}
