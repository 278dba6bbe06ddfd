import { buffer } from 'node:stream/consumers'
import { readKeyChange, writeKeyChange } from '../../core/platform/change-key-rows.ts'
import { ObjectDamaged } from '../../core/platform/object-cipher.ts'
import { bufferSource } from '../../core/platform/object-source.ts'
import { KeyUnknown } from '../../core/platform/organization-keys.ts'
import { lookAtObjects, type SeenObject } from './look-at-objects.ts'
import type { RekeyParts } from './parts.ts'

/**
 * A row refers to it, or an upload is under way: one that was abandoned is marked before its objects are erased, and its row goes after
 * them. Unlike the row, an original or a PDF may be erased already.
 */
export const IS_WANTED = `
  select exists (select from uploads where org_id = $1 and image_id = $2 and abandoned_at is null)
    or exists (select from images where org_id = $1 and id = $2 and ($3 <> 'original' or original_erased_at is null))
    or exists (select from objection_pictures where org_id = $1 and id = $2)
    or exists (select from reports where org_id = $1 and (id = $2 or file_id = $2) and file_erased_at is null) as is`
const KEY =
  /^(?<organization>[^./][^/]*)\/(?<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(?<part>[^/]+)$/

/**
 * Encrypts every object of an organization with its current key, and removes the versions that an older key opens. Goes
 * on where it was killed. Returns how many objects were written, and how many were left because no row refers to them.
 */
export async function resealObjects(
  parts: RekeyParts,
  orgId: string,
): Promise<{ written: number; left: number }> {
  const current = await parts.keys.current(orgId)
  const counts = { written: 0, left: 0 }
  const { resealing, resealed_after } = await readKeyChange(parts.database, orgId)
  // These were being written when the process was killed. An erasure that came between would not find them.
  for (const key of resealing) await eraseUnwanted(parts, key)
  for await (const batch of lookAtObjects(parts, orgId, resealed_after)) {
    const old = batch.filter(({ versions }) => versions.some(({ keyId }) => isOther(keyId, current?.id)))
    const wanted: SeenObject[] = []
    for (const object of old) {
      if (await isWanted(parts, object.key)) wanted.push(object)
      else counts.left++
    }
    if (wanted.length > 0) {
      const keys = wanted.map(({ key }) => key)
      await writeKeyChange(parts.database, orgId, null, keys)
    }
    // All of them have ended before anybody goes on after a failure.
    for (const end of await Promise.allSettled(wanted.map((object) => reseal(parts, object, current?.id)))) {
      if (end.status === 'rejected') throw end.reason
      if (end.value) counts.written++
    }
    await writeKeyChange(parts.database, orgId, batch.at(-1)?.key ?? null, [])
  }
  return counts
}

const isOther = (keyId: string | null | undefined, current: string | undefined): boolean =>
  keyId !== undefined && keyId !== current

async function isWanted({ database }: RekeyParts, key: string): Promise<boolean> {
  const { organization, id, part } = KEY.exec(key)?.groups ?? {}
  if (!organization || !id || !part) return false
  const { rows } = await database.query<{ is: boolean }>(IS_WANTED, [organization, id, part])
  return rows[0]?.is === true
}

/** Rows go before their objects: one that has a row now is found by whoever erases the row later. */
async function eraseUnwanted(parts: RekeyParts, key: string): Promise<boolean> {
  if (await isWanted(parts, key)) return false
  await parts.storage.erase(key)
  return true
}

/** True when the object was written anew. Its older versions go in any case. */
async function reseal(
  parts: RekeyParts,
  { key, versions }: SeenObject,
  current: string | undefined,
): Promise<boolean> {
  const latest = versions.find(({ isLatest }) => isLatest)
  const isWritten = isOther(latest?.keyId, current) && (await rewrite(parts, key))
  // What cannot be opened is kept as it is, with its versions: they may be all there is.
  if (isOther(latest?.keyId, current) && !isWritten) return false
  for await (const found of parts.versions.list(key))
    if (found.key === key)
      await parts.versions.delete(
        key,
        found.versions.filter(({ isLatest }) => !isLatest),
      )
  return isWritten
}

async function rewrite(parts: RekeyParts, key: string): Promise<boolean> {
  const { storage, say } = parts
  try {
    const object = await storage.get(key)
    if (!object) return false
    await storage.put(key, bufferSource(await buffer(object.body)), object.contentType)
    await eraseUnwanted(parts, key)
    return true
  } catch (error) {
    if (!(error instanceof ObjectDamaged || error instanceof KeyUnknown)) throw error
    say(`${key} stays as it is: ${error.message}`)
    return false
  }
}
