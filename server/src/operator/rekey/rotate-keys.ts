import { setTimeout as delay } from 'node:timers/promises'
import { newKey } from '../../core/platform/organization-keys.ts'
import { countOldObjects } from './look-at-objects.ts'
import type { RekeyParts } from './parts.ts'
import { resealObjects } from './reseal-objects.ts'
import { countOldTexts, resealTexts } from './reseal-texts.ts'

/** What is still under an old key. */
export type Left = { texts: number; objects: number; keys: number }

const BATCH = 100
/** A put that has begun is given up after half a minute, and its announcement goes with it or stays for the sweep. */
const UPLOAD_S_MAX = 35
const LOOK_MS = 200

/** Organizations that have a key, an object or a row. Names that start with a dot belong to nobody. */
export async function listOrganizations({ database, versions }: RekeyParts): Promise<string[]> {
  const { rows } = await database.query<{ org_id: string }>(
    'select org_id from organization_keys union select org_id from inspection_counts union select org_id from webhook_endpoints',
  )
  const found = new Set([...rows.map(({ org_id }) => org_id), ...(await versions.listOrganizations())])
  return [...found].filter((orgId) => !orgId.startsWith('.')).sort()
}

/** Wraps every key as new ones are wrapped. Returns how many it was. */
export async function rewrapKeys({ database, wrapper }: RekeyParts): Promise<number> {
  for (let count = 0; ; ) {
    const { rows } = await database.query<{ org_id: string; id: string; wrapped: string }>(
      'select org_id, id, wrapped from organization_keys where wrapped not like $1 limit $2',
      [`${wrapper.prefix}%`, BATCH],
    )
    if (rows.length === 0) return count
    for (const { org_id, id, wrapped } of rows) {
      const again = await wrapper.wrap(org_id, id, await wrapper.unwrap(org_id, id, wrapped))
      await database.query(
        'update organization_keys set wrapped = $4 where org_id = $1 and id = $2 and wrapped = $3',
        [org_id, id, wrapped, again],
      )
      count++
    }
  }
}

/** From now on organizations get keys, whoever asks for one. Call it only when no process of an earlier version runs. */
export async function beginEncryption({ database }: RekeyParts): Promise<void> {
  await database.query('insert into encryption (is_on) values (true) on conflict do nothing')
}

/** Gives an organization a new key, unless a change of its key was begun and not ended. */
export async function replaceKey(parts: RekeyParts, orgId: string): Promise<'new' | 'resumed'> {
  for (;;) {
    const { id, wrapped } = await newKey(parts.wrapper, orgId)
    const client = await parts.database.connect()
    try {
      await client.query('begin')
      const { rows } = await client.query<{ is_open: boolean }>(
        'select resealing is not null as is_open from organization_keys where org_id = $1 and retired_at is null for update',
        [orgId],
      )
      if (rows[0]?.is_open) {
        await client.query('rollback')
        return 'resumed'
      }
      await client.query(
        'update organization_keys set retired_at = clock_timestamp() where org_id = $1 and retired_at is null',
        [orgId],
      )
      const made = await client.query(
        `insert into organization_keys (org_id, id, wrapped, created_at, resealing)
         values ($1, $2, $3, clock_timestamp(), '{}') on conflict do nothing`,
        [orgId, id, wrapped],
      )
      await client.query(made.rowCount === 1 ? 'commit' : 'rollback')
      // Otherwise the service made its first one just now.
      if (made.rowCount === 1) return 'new'
    } finally {
      client.release()
    }
  }
}

/** Until no process uses a key that was replaced: those that remember it, and uploads that began with it. */
export async function waitForProcesses({ database, cacheS, say }: RekeyParts): Promise<void> {
  const { rows } = await database.query<{ until: Date | null; wait_s: number | null }>(
    `select max(created_at) + make_interval(secs => $1) as until,
       extract(epoch from max(created_at) + make_interval(secs => $1) - clock_timestamp())::float8 as wait_s
     from organization_keys where retired_at is null and resealing is not null`,
    [2 * cacheS + 5],
  )
  const { until, wait_s: waitS } = rows[0] ?? {}
  if (!until || !waitS) return
  if (waitS > 0) say(`waiting ${Math.ceil(waitS)} s until every process uses the new keys`)
  await delay(Math.max(0, waitS * 1000))
  const endMs = performance.now() + UPLOAD_S_MAX * 1000
  for (;;) {
    const { rowCount } = await database.query('select from uploads where created_at < $1 limit 1', [until])
    if (rowCount === 0 || performance.now() > endMs) return
    await delay(LOOK_MS)
  }
}

/** Brings everything of an organization under its current key, and destroys the others once they open nothing. */
export async function resealOrganization(parts: RekeyParts, orgId: string): Promise<Left> {
  const { database, say } = parts
  const texts = await resealTexts(parts, orgId)
  const { written, left: unowned } = await resealObjects(parts, orgId)
  const left = await countLeft(parts, orgId)
  if (left.texts + left.objects === 0)
    await database.query(
      `update organization_keys set wrapped = null, destroyed_at = clock_timestamp()
       where org_id = $1 and retired_at is not null and wrapped is not null`,
      [orgId],
    )
  const extra =
    unowned > 0 ? `; no row refers to ${unowned} of them: walkaround backup verify --erase-extra` : ''
  say(
    `${orgId}: ${texts} texts and ${written} objects under the new key, ${left.texts} texts and ${left.objects} objects left${extra}`,
  )
  return left
}

/** Ends the change of keys for all organizations at once: a run that is killed before begins again for none of them. */
export async function endChange({ database }: RekeyParts, organizations: readonly string[]): Promise<void> {
  await database.query(
    "update organization_keys set resealing = null, resealed_after = '' where org_id = any($1) and retired_at is null",
    [organizations],
  )
}

/** What of an organization is not under its current key, and how many of its keys are not wrapped as new ones are. */
export async function countLeft(parts: RekeyParts, orgId: string): Promise<Left> {
  const { rowCount } = await parts.database.query(
    'select from organization_keys where org_id = $1 and wrapped not like $2',
    [orgId, `${parts.wrapper.prefix}%`],
  )
  return {
    texts: await countOldTexts(parts, orgId),
    objects: await countOldObjects(parts, orgId),
    keys: rowCount ?? 0,
  }
}
