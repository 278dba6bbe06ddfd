import { setTimeout as delay } from 'node:timers/promises'
import {
  beginKeyChange,
  countOtherWrappedKeys,
  destroyRetiredKeys,
  listOtherWrappedKeys,
  lockKeyChange,
  readKeyChangeAge,
  replaceWrapped,
} from '../../core/platform/change-key-rows.ts'
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
    const rows = await listOtherWrappedKeys(database, wrapper.prefix, BATCH)
    if (rows.length === 0) return count
    for (const row of rows) {
      const { org_id, id, wrapped } = row
      const again = await wrapper.wrap(org_id, id, await wrapper.unwrap(org_id, id, wrapped))
      await replaceWrapped(database, row, again)
      count++
    }
  }
}

/** Gives an organization a new key, unless a change of its key was begun and not ended. */
export async function replaceKey(parts: RekeyParts, orgId: string): Promise<'new' | 'resumed'> {
  for (;;) {
    const key = await newKey(parts.wrapper, orgId)
    const client = await parts.database.connect()
    try {
      await client.query('begin')
      if (await lockKeyChange(client, orgId)) {
        await client.query('rollback')
        return 'resumed'
      }
      const isNew = await beginKeyChange(client, orgId, key)
      await client.query(isNew ? 'commit' : 'rollback')
      // Otherwise the service made its first one just now.
      if (isNew) return 'new'
    } finally {
      client.release()
    }
  }
}

/** Until no process uses a key that was replaced: those that remember it, and uploads that began with it. */
export async function waitForProcesses({ database, cacheS, say }: RekeyParts): Promise<void> {
  const { until, wait_s: waitS } = await readKeyChangeAge(database, 2 * cacheS + 5)
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
  if (left.texts + left.objects === 0) await destroyRetiredKeys(database, orgId)
  const extra =
    unowned > 0 ? `; no row refers to ${unowned} of them: walkaround backup verify --erase-extra` : ''
  say(
    `${orgId}: ${texts} texts and ${written} objects under the new key, ${left.texts} texts and ${left.objects} objects left${extra}`,
  )
  return left
}

/** What of an organization is not under its current key, and how many of its keys are not wrapped as new ones are. */
export async function countLeft(parts: RekeyParts, orgId: string): Promise<Left> {
  const keys = await countOtherWrappedKeys(parts.database, orgId, parts.wrapper.prefix)
  return {
    texts: await countOldTexts(parts, orgId),
    objects: await countOldObjects(parts, orgId),
    keys,
  }
}
