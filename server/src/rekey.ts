import { parseArgs } from 'node:util'
import pg from 'pg'
import { endKeyChange } from './core/platform/change-key-rows.ts'
import { systemClock } from './core/platform/clock.ts'
import { createOwnerKeyRows } from './core/platform/key-rows.ts'
import { createKeyWrapper } from './core/platform/key-wrapper.ts'
import { openStorage, openVersions } from './core/platform/open-storage.ts'
import { destroyKeys, NotEncrypted } from './operator/rekey/destroy-keys.ts'
import type { RekeyParts } from './operator/rekey/parts.ts'
import {
  countLeft,
  type Left,
  listOrganizations,
  replaceKey,
  resealOrganization,
  rewrapKeys,
  waitForProcesses,
} from './operator/rekey/rotate-keys.ts'
import { openSigner } from './outputs/reports/signing/open-signer.ts'
import { REASONS } from './privacy/erasures/schema.ts'
import { loadConfig, openKeys } from './process-parts.ts'

const USAGE = `Usage: node server/src/rekey.ts [--organization <name> | --all]
       node server/src/rekey.ts verify
       node server/src/rekey.ts destroy --organization <name> --confirm <name> --reason <${REASONS.join('|')}>
Without options it encrypts the keys of organizations with KEY_COMMAND or the first key of SEALING_KEYS. With them it also gives
organizations new keys and brings everything under these. Reads DATABASE_OWNER_URL, SEALING_KEYS, KEY_COMMAND and the S3 settings.`
const OWN_CACHE_S = 1

function readWish() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        organization: { type: 'string' },
        all: { type: 'boolean', default: false },
        confirm: { type: 'string' },
        reason: { type: 'string' },
      },
    })
    const command = positionals.join(' ')
    const reason = REASONS.find((known) => known === values.reason)
    const { organization, all } = values
    if (command === 'verify') return { command, organization } as const
    if (command === '' && !(all && organization)) return { command: 'rotate', organization, all } as const
    if (command !== 'destroy' || !organization || !reason) return null
    return { command, organization, reason, isConfirmed: values.confirm === organization } as const
  } catch {
    return null
  }
}

const wish = readWish()
if (wish === null) {
  console.error(USAGE)
  process.exit(64)
}
if (wish.command === 'destroy' && !wish.isConfirmed) {
  console.error(
    `Nothing was done. Nobody can ever again open the photos, reports and secrets of ${wish.organization}. To destroy its keys, add: --confirm ${wish.organization}`,
  )
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
  'REPORT_SIGNING_KEY_FILE',
  'REPORT_SIGNING_CERTIFICATE_FILE',
])
if (!config.DATABASE_OWNER_URL) {
  console.error('DATABASE_OWNER_URL is missing: it names the owner of the tables')
  process.exit(78)
}
const database = new pg.Pool({
  connectionString: config.DATABASE_OWNER_URL,
  max: 8,
  connectionTimeoutMillis: 10_000,
  // A text that is sealed anew is no change that raises the version of its row.
  options: '-c walkaround.resealing=on',
})
database.on('error', () => {})
// One that breaks while a step holds it fails that step.
database.on('connect', (client) => client.on('error', () => {}))
const keys = openKeys(
  { ...config, ORGANIZATION_KEY_CACHE_S: OWN_CACHE_S },
  createOwnerKeyRows(database),
  systemClock,
)
const storage = openStorage(config, keys)
const versions = openVersions(config)
const parts: RekeyParts = {
  database,
  storage,
  versions,
  keys,
  wrapper: createKeyWrapper(config),
  cacheS: config.ORGANIZATION_KEY_CACHE_S,
  say: (line) => console.log(line),
}

async function rotate(organization: string | undefined, all: boolean): Promise<number> {
  console.log(`${await rewrapKeys(parts)} keys of organizations encrypted with ${parts.wrapper.name}`)
  if (!all && organization === undefined) return 0
  const organizations = organization === undefined ? await listOrganizations(parts) : [organization]
  for (const each of organizations)
    if ((await replaceKey(parts, each)) === 'resumed') console.log(`${each}: going on with its new key`)
  await waitForProcesses(parts)
  const left: Left[] = []
  for (const each of organizations) left.push(await resealOrganization(parts, each))
  await endKeyChange(database, organizations)
  return tellLeft(left)
}

async function verify(organization: string | undefined): Promise<number> {
  const left: Left[] = []
  for (const each of organization === undefined ? await listOrganizations(parts) : [organization]) {
    const found = await countLeft(parts, each)
    left.push(found)
    if (found.texts + found.objects + found.keys > 0)
      console.log(`${each}: ${found.texts} texts, ${found.objects} objects, ${found.keys} keys`)
  }
  return tellLeft(left)
}

function tellLeft(left: readonly Left[]): number {
  const sum = (name: keyof Left) => left.reduce((total, each) => total + each[name], 0)
  console.log(
    `${left.length} organizations: ${sum('texts')} texts, ${sum('objects')} objects and ${sum('keys')} keys under old keys`,
  )
  return sum('texts') + sum('objects') + sum('keys') === 0 ? 0 : 1
}

async function run(asked: NonNullable<typeof wish>): Promise<number> {
  if (asked.command === 'rotate') return rotate(asked.organization, asked.all)
  if (asked.command === 'verify') return verify(asked.organization)
  const signer = await openSigner(config, new Date(systemClock.nowMs()))
  const { receipt, jws } = await destroyKeys(parts, asked.organization, asked.reason, signer)
  console.log(jws ?? JSON.stringify(receipt))
  return 0
}

try {
  process.exitCode = await run(wish)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = error instanceof NotEncrypted ? 1 : 2
} finally {
  await database.end()
  storage.close()
  versions.close()
}
