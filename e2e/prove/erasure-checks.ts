import { readdirSync, readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { listVersions } from '../../testing/ground.ts'
import type { Harness } from '../../testing/harness.ts'
import type { Violations } from './campaign.ts'
import { type Made, PLACES_MIN } from './eraser-client.ts'

const CANARY = /CANARY[0-9A-F]{12}/g
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
/** Where the id of what is gone may stay: jobs that find nothing, and who did what. Canaries may stay nowhere. */
const IDS_STAY = /^(pgboss\.|public\.(administration_events|audit_[a-z_]+)$)/
/** Files of a killed process are swept after an hour. */
const STALE_MS = 2 * 3_600_000

type Checked = {
  harness: Harness
  violations: Violations
  /** Nothing of these is left. */
  erased: readonly Made[]
  /** All of these is there. */
  kept: readonly Made[]
}

/** Rows of every table, jobs with their payloads and archive included. */
export async function checkRows({ harness, violations, erased, kept }: Checked): Promise<void> {
  const places = new Map<string, number>()
  const gone = new Set(erased.flatMap(({ id, image }) => [id, image]))
  const tables = await harness.rows<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  for (const { name } of tables) {
    // The job engine's tables belong to the service's own role.
    const read = name.startsWith('pgboss.') ? harness.jobRows.bind(harness) : harness.rows.bind(harness)
    const rows = await read<{ text: string }>(`select t::text as text from only ${name} t`)
    for (const { text } of rows) {
      for (const [canary] of text.matchAll(CANARY)) places.set(canary, (places.get(canary) ?? 0) + 1)
      if (IDS_STAY.test(name)) continue
      for (const [id] of text.matchAll(UUID))
        if (gone.has(id)) violations.add('id_left', `${id} in a row of ${name}`)
    }
  }
  for (const { canary } of erased)
    if (places.has(canary)) violations.add('canary_left', `${canary} in ${places.get(canary)} places`)
  for (const { canary } of kept) {
    const found = places.get(canary) ?? 0
    if (found < PLACES_MIN) violations.add('row_missing', `${canary} in ${found} places`)
  }
}

/** What an erasure itself leaves, before an operator removes what belongs to nothing. */
export async function checkErased(
  { harness, violations }: Pick<Checked, 'harness' | 'violations'>,
  erased: readonly Made[],
): Promise<void> {
  const versions = await listVersions(harness.ground.s3, harness.ground.name)
  const left = new Set(versions.map(({ Key = '' }) => Key.split('/')[1]))
  for (const { image } of erased)
    if (left.has(image)) violations.add('object_left', `${image} after its receipt`)
}

/** As the store itself lists them, every version. Returns how many there are. */
export async function checkObjects({ harness, violations, erased, kept }: Checked): Promise<number> {
  const versions = await listVersions(harness.ground.s3, harness.ground.name)
  const keys = new Map<string, Set<string>>()
  for (const { Key = '' } of versions) {
    const id = Key.split('/')[1] ?? ''
    keys.set(id, (keys.get(id) ?? new Set()).add(Key))
  }
  for (const { image } of erased) if (keys.has(image)) violations.add('object_left', image)
  for (const { image } of kept) {
    const found = keys.get(image)?.size ?? 0
    if (found < 3) violations.add('object_missing', `${image}: ${found} of 3`)
  }
  const known = await harness.rows<{ id: string }>(
    'select id from images union select image_id from uploads union select unnest(array[id, file_id]) from reports',
  )
  const ids = new Set(known.map(({ id }) => id))
  for (const id of keys.keys()) if (!ids.has(id)) violations.add('object_left', `${id} belongs to nothing`)
  return versions.length
}

/** What an api still has in its memory must not leave it. */
export async function checkCaches({ harness, violations, erased }: Checked): Promise<number> {
  const urls = erased.flatMap(({ thumbnail }) => (thumbnail === null ? [] : [thumbnail]))
  for (const url of urls) {
    const { status } = await harness.http.ask({ method: 'GET', url })
    if (status !== 404) violations.add('canary_left', `${url} answers ${status}`)
  }
  return urls.length
}

/** Temporary files and logs of all processes, once the files of killed ones have had their hour. */
export async function checkFiles({ harness, violations, erased }: Checked): Promise<void> {
  const processes = [...harness.apis, ...harness.workers]
  const old = new Date(Date.now() - STALE_MS)
  for (const process of processes) {
    const folder = harness.temporaryDir(process)
    const left = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    if (left.length === 0) continue
    for (const name of left.reverse()) utimesSync(join(folder, name), old, old)
    await process.end('SIGTERM')
    process.start()
    await process.waitReady()
  }
  const canaries = new Set(erased.map(({ canary }) => canary))
  for (const name of readdirSync(harness.folder, { recursive: true, encoding: 'utf8' })) {
    if (name.startsWith('history')) continue
    for (const [canary] of readText(join(harness.folder, name)).matchAll(CANARY))
      if (canaries.has(canary)) violations.add('canary_left', `${canary} in ${name}`)
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    // A folder, or a file that has gone meanwhile.
    return ''
  }
}
