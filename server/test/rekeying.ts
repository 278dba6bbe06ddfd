import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  GetObjectCommand,
  ListObjectVersionsCommand,
  PutBucketVersioningCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import pg from 'pg'
import { compileCache } from '../../testing/compile-cache.ts'
import { readStack, stackValue } from '../../testing/stack.ts'
import { systemClock } from '../src/core/platform/clock.ts'
import { createOwnerKeyRows } from '../src/core/platform/key-rows.ts'
import type { WrapperSettings } from '../src/core/platform/key-wrapper.ts'
import { objectKeyIdOf } from '../src/core/platform/object-cipher.ts'
import { openStorage, openVersions } from '../src/core/platform/open-storage.ts'
import type { RekeyParts } from '../src/operator/rekey/parts.ts'
import { openKeys } from '../src/process-parts.ts'
import { createImage, createInspection, waitFor } from './factories.ts'
import { newOperatorKey, openTestWrapper } from './organization-keys.ts'
import { startOwnService } from './own-service.ts'

const CALLBACKS = [
  { url: 'https://hooks.example.com/a', headers: { authorization: 'secret' }, event: 'STATUS_SET_TO_DONE' },
  { url: 'https://hooks.example.com/b', headers: {}, event: 'STATUS_SET_TO_ERROR' },
]
const SECRETS = `select secret as sealed from webhook_endpoints where org_id = $1
  union all select previous_secret from webhook_endpoints where org_id = $1 and previous_secret is not null
  union all select c ->> 'sealed' from tasks, jsonb_array_elements(callbacks) c where org_id = $1
  union all select body from idempotency_keys where org_id = $1 and body like '%.%' and body not like '{%'`

/** The service on a bucket with versions, and what an operator uses to change its keys. */
export async function startRekeying() {
  const bucket = `rekey-${randomUUID()}`
  const operatorKey = newOperatorKey('k1')
  const s3 = new S3Client({
    endpoint: stackValue('S3_ENDPOINT'),
    region: stackValue('S3_REGION'),
    forcePathStyle: true,
    credentials: {
      accessKeyId: stackValue('S3_ACCESS_KEY_ID'),
      secretAccessKey: stackValue('S3_SECRET_ACCESS_KEY'),
    },
  })
  await s3.send(new CreateBucketCommand({ Bucket: bucket }))
  const versioning = { Status: 'Enabled' as const }
  await s3.send(new PutBucketVersioningCommand({ Bucket: bucket, VersioningConfiguration: versioning }))
  const service = await startOwnService({
    settings: { S3_BUCKET: bucket, SEALING_KEYS: operatorKey, ORGANIZATION_KEY_CACHE_S: '1' },
  })
  const pools: pg.Pool[] = []

  function openParts(operatorKeys: string, command: Partial<WrapperSettings> = {}): RekeyParts {
    const settings = { SEALING_KEYS: operatorKeys, ...command }
    const config = { ...service.config, ...settings, ORGANIZATION_KEY_CACHE_S: 0 }
    const options = '-c walkaround.resealing=on'
    const database = new pg.Pool({ connectionString: service.ownerUrl, max: 4, options })
    pools.push(database)
    const keys = openKeys(config, createOwnerKeyRows(database), systemClock)
    const [storage, versions] = [openStorage(config, keys), openVersions(config)]
    return {
      database,
      keys,
      storage,
      versions,
      wrapper: openTestWrapper(operatorKeys, command),
      cacheS: 0,
      say: () => {},
    }
  }
  const parts = openParts(operatorKey)

  /** An organization with everything that is encrypted, and what its people can read of it. */
  async function fill(as: string) {
    // Who changes keys without waiting for the processes must not go on with one that still uses the old key.
    const org = `org_${as.split('-')[0]}`
    await waitFor('the new key', async () => {
      const used = await service.parts.cell.keys.current(org)
      const { rows } = await parts.database.query(
        'select id from organization_keys where org_id = $1 and retired_at is null',
        [org],
      )
      return used?.id === rows[0]?.id
    })
    const tasks = { human_in_the_loop: { callbacks: CALLBACKS } }
    const inspection = await createInspection(service, { tasks }, as)
    const image = await createImage(service, inspection, {}, as)
    const create = { as, json: { url: CALLBACKS[0]?.url }, headers: { 'idempotency-key': randomUUID() } }
    const { body: made } = await service.call('POST', '/webhook_endpoints', create)
    await service.call('POST', `/webhook_endpoints/${made.id}/rotate_secret`, { as })
    const openPicture = async () => {
      const { body } = await service.call('GET', `/inspections/${inspection}/images/${image}`, { as })
      return fetch(body.path.replace(/^https:\/\/[^/]+/, service.url))
    }
    const read = async () => ({
      picture: Buffer.from(await (await openPicture()).arrayBuffer()).toString('base64'),
      secret: (await service.call('POST', '/webhook_endpoints', create)).body.secret,
      callback_secret: (await service.call('GET', '/webhook_endpoints/callback_secret', { as })).body.secret,
    })
    return { inspection, image, read, openPicture }
  }

  /** The program an operator runs, and the code it ends with. */
  function runWith(
    settings: Record<string, string>,
    ...words: string[]
  ): Promise<{ code: number; text: string }> {
    const env = {
      ...readStack(),
      ...compileCache,
      DATABASE_OWNER_URL: service.ownerUrl,
      S3_BUCKET: bucket,
      SEALING_KEYS: operatorKey,
      ORGANIZATION_KEY_CACHE_S: '1',
      ...settings,
    }
    const program = join(import.meta.dirname, '../src/rekey.ts')
    return promisify(execFile)(process.execPath, [program, ...words], { env }).then(
      ({ stdout }) => ({ code: 0, text: stdout }),
      ({ code, stdout, stderr }) => ({ code, text: stdout + stderr }),
    )
  }

  return {
    service,
    operatorKey,
    parts,
    openParts,
    fill,
    runWith,
    run: (...words: string[]) => runWith({}, ...words),
    /** The keys of every version of every object as it lies in the store; null for one without encryption. */
    listKeyIds: async (prefix: string): Promise<(string | null)[]> => {
      const list = new ListObjectVersionsCommand({ Bucket: bucket, Prefix: prefix })
      const { Versions = [] } = await s3.send(list)
      return Promise.all(
        Versions.map(async ({ Key, VersionId }) => {
          const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key, VersionId }))
          return objectKeyIdOf(Buffer.from((await Body?.transformToByteArray()) ?? []))
        }),
      )
    },
    listTextKeyIds: async (org: string): Promise<string[]> =>
      (await service.rows(SECRETS, [org])).map(({ sealed }) => sealed.split('.')[0]),
    currentId: async (org: string): Promise<string> => (await parts.keys.current(org))?.id ?? '',
    stop: async () => {
      await service.parts.cell.storage.erase('')
      for (const pool of pools) await pool.end()
      await service.stop()
      await s3.send(new DeleteBucketCommand({ Bucket: bucket }))
      s3.destroy()
    },
  }
}

export type Rekeying = Awaited<ReturnType<typeof startRekeying>>
