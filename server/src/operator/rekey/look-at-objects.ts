import { KeyUnknown, type OrganizationKeys } from '../../core/platform/organization-keys.ts'
import type { StoredVersion } from '../../core/platform/stored-versions.ts'
import type { RekeyParts } from './parts.ts'

/** `keyId`: null where nobody encrypted it, undefined without bytes. */
export type SeenVersion = StoredVersion & { keyId: string | null | undefined }
export type SeenObject = { key: string; versions: SeenVersion[] }

const AT_ONCE = 16

/** The objects of an organization behind one, some at a time, with the keys that their versions are encrypted with. */
export async function* lookAtObjects(
  { storage, versions: stored }: Pick<RekeyParts, 'storage' | 'versions'>,
  orgId: string,
  after = '',
): AsyncGenerator<SeenObject[]> {
  let batch: Promise<SeenObject>[] = []
  for await (const { key, versions: listed } of stored.list(`${orgId}/`, after)) {
    const look = async (version: StoredVersion): Promise<SeenVersion> => ({
      ...version,
      keyId: version.isMarker ? undefined : await storage.readKeyId(key, version.versionId),
    })
    const seen = Promise.all(listed.map(look)).then((versions) => ({ key, versions }))
    // Awaited below, maybe only after the next page was listed.
    seen.catch(() => {})
    batch.push(seen)
    if (batch.length < AT_ONCE) continue
    yield await Promise.all(batch)
    batch = []
  }
  if (batch.length > 0) yield await Promise.all(batch)
}

/** One that this database does not know may be known to another: nobody has destroyed it here. */
export async function isDestroyed(
  keys: Pick<OrganizationKeys, 'find'>,
  orgId: string,
  id: string,
): Promise<boolean> {
  try {
    return (await keys.find(orgId, id)) === null
  } catch (error) {
    if (error instanceof KeyUnknown) return false
    throw error
  }
}

/** How many versions of objects are not encrypted with the current key; those that nobody can open any more don't count. */
export async function countOldObjects(parts: RekeyParts, orgId: string): Promise<number> {
  const current = await parts.keys.current(orgId)
  let count = 0
  for await (const batch of lookAtObjects(parts, orgId))
    for (const { keyId } of batch.flatMap(({ versions }) => versions)) {
      if (keyId === undefined || keyId === current?.id) continue
      if (keyId === null || !(await isDestroyed(parts.keys, orgId, keyId))) count++
    }
  return count
}
