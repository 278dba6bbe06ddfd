import { parseArgs } from 'node:util'
import pg from 'pg'
import { systemClock } from './core/platform/clock.ts'
import { createOwnerKeyRows } from './core/platform/key-rows.ts'
import { openStorage } from './core/platform/open-storage.ts'
import { openExtraEraser } from './operator/backup/erase-extra.ts'
import { RowsHidden } from './operator/backup/list-expected.ts'
import { verifyBackup } from './operator/backup/verify-backup.ts'
import { loadConfig, openKeys } from './process-parts.ts'

const USAGE = `Usage: node server/src/backup.ts verify [--bucket <name>] [--after <organization/id>] [--erase-extra] [--json]
Reads DATABASE_OWNER_URL, a role that sees all rows, SEALING_KEYS, KEY_COMMAND and the S3 settings.`
const PROGRESS_MS = 10_000

function readWish() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        bucket: { type: 'string' },
        after: { type: 'string' },
        'erase-extra': { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      },
    })
    return positionals.join(' ') === 'verify' ? values : null
  } catch {
    return null
  }
}

const wish = readWish()
if (wish === null) {
  console.error(USAGE)
  process.exit(64)
}
const config = loadConfig([
  'DATABASE_OWNER_URL',
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_BUCKET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'SEALING_KEYS',
  'KEY_COMMAND',
  'KEY_COMMAND_WRAPS',
  'ORGANIZATION_KEY_CACHE_S',
])
if (!config.DATABASE_OWNER_URL) {
  console.error(
    'DATABASE_OWNER_URL is missing: it names a role that sees all rows, such as walkaround_backup',
  )
  process.exit(78)
}
const databaseUrl = config.DATABASE_OWNER_URL
const owner = new pg.Pool({ connectionString: databaseUrl, max: 1, connectionTimeoutMillis: 10_000 })
owner.on('error', () => {})
const keys = openKeys(config, createOwnerKeyRows(owner), systemClock)
const storage = openStorage({ ...config, S3_BUCKET: wish.bucket ?? config.S3_BUCKET }, keys)
let toldMs = performance.now()
let eraser: Awaited<ReturnType<typeof openExtraEraser>> | null = null
try {
  if (wish['erase-extra']) eraser = await openExtraEraser(databaseUrl, storage)
  const counts = await verifyBackup({
    databaseUrl,
    storage,
    ...(eraser ? { eraseExtra: eraser.eraseExtra } : {}),
    ...(wish.after === undefined ? {} : { after: wish.after }),
    report: (finding) =>
      console.log(
        wish.json ? JSON.stringify(finding) : `${finding.problem}  ${finding.key}  ${finding.says}`,
      ),
    progress: (place) => {
      if (performance.now() - toldMs < PROGRESS_MS) return
      toldMs = performance.now()
      console.error(`verified up to ${place}; to go on from here: --after ${place}`)
    },
  })
  const { rows, objects, digests, missing, changed, destroyed, extra, erased } = counts
  const isWhole = missing + changed === 0
  const more = `${destroyed > 0 ? `, ${destroyed} destroyed` : ''}${eraser ? `, ${erased} erased` : ''}`
  const found = `${missing} missing, ${changed} changed, ${extra} extra${more}`
  if (wish.json) console.log(JSON.stringify({ is_whole: isWhole, ...counts }))
  else console.log(`${rows} rows, ${objects} objects, ${digests} digests compared: ${found}`)
  process.exitCode = isWhole ? 0 : 1
} catch (error) {
  const hint =
    error instanceof RowsHidden ? '. Use the owner, or a role with BYPASSRLS: docs/operations/backup.md' : ''
  console.error(`${error instanceof Error ? error.message : String(error)}${hint}`)
  process.exitCode = 2
} finally {
  await eraser?.close()
  await owner.end()
  storage.close()
}
