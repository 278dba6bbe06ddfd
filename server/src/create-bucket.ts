import { openStorage } from './core/platform/open-storage.ts'
import { loadConfig } from './process-parts.ts'

// For installations that bring their own object store. Others make the bucket with the tools of their provider.
const config = loadConfig([
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_BUCKET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
])
const storage = openStorage(config)
const isNew = await storage.createBucket()
console.log(isNew ? `created the bucket ${config.S3_BUCKET}` : `the bucket ${config.S3_BUCKET} is there`)
storage.close()
