import type pg from 'pg'
import type { KeyWrapper } from '../../core/platform/key-wrapper.ts'
import type { OrganizationKeys } from '../../core/platform/organization-keys.ts'
import type { Storage } from '../../core/platform/storage.ts'
import type { StoredVersions } from '../../core/platform/stored-versions.ts'

/** What every step of a change of keys uses. The role of the database sees all organizations. */
export type RekeyParts = {
  database: pg.Pool
  storage: Pick<Storage, 'get' | 'put' | 'erase' | 'readKeyId'>
  versions: Pick<StoredVersions, 'list' | 'delete' | 'listOrganizations'>
  keys: OrganizationKeys
  wrapper: KeyWrapper
  /** For so long a process of the service may use a key that was replaced. */
  cacheS: number
  say: (line: string) => void
}
