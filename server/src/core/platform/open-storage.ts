import type { Config } from './config.ts'
import type { OrganizationKeys } from './organization-keys.ts'
import { Storage } from './storage.ts'
import { StoredVersions } from './stored-versions.ts'

type Settings = Pick<
  Config,
  'S3_ENDPOINT' | 'S3_REGION' | 'S3_BUCKET' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'
>

/** The object store of the settings. Without keys, nothing is encrypted and nothing that is can be read. */
export function openStorage(config: Settings, keys?: Pick<OrganizationKeys, 'current' | 'find'>): Storage {
  return new Storage({ ...optionsOf(config), ...(keys ? { keys } : {}) })
}

export const openVersions = (config: Settings): StoredVersions => new StoredVersions(optionsOf(config))

const optionsOf = (config: Settings) => ({
  endpoint: config.S3_ENDPOINT,
  region: config.S3_REGION,
  bucket: config.S3_BUCKET,
  accessKeyId: config.S3_ACCESS_KEY_ID,
  secretAccessKey: config.S3_SECRET_ACCESS_KEY,
})
