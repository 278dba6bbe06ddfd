import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  ListObjectVersionsCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileCache } from '../../../../testing/compile-cache.ts'
import { openStore } from '../../../../testing/ground.ts'
import { readStack } from '../../../../testing/stack.ts'
import { createImage, createInspection } from '../../../test/factories.ts'
import { type Service, startOwnService } from '../../../test/own-service.ts'
import { HAS_ROW } from './erase-extra.ts'
import { EXPECTED } from './list-expected.ts'
import { type Finding, verifyBackup } from './verify-backup.ts'

const bucket = `verify-${Date.now()}`
const images: { org_id: string; id: string }[] = []
let service: Service
let s3: S3Client

beforeAll(async () => {
  s3 = openStore(readStack())
  await s3.send(new CreateBucketCommand({ Bucket: bucket }))
  service = await startOwnService({ settings: { S3_BUCKET: bucket } })
  // Two organizations, whose names the database and the object store must sort alike.
  for (const account of ['alder-manager', 'birch-manager', 'alder-manager']) {
    const id = await createInspection(service, { tasks: {} }, account)
    await createImage(service, id, {}, account)
  }
  const rows = await service.rows('select org_id, id from images order by org_id collate "C", id')
  images.push(...rows)
})
afterAll(async () => {
  const { storage } = service.parts.cell
  await storage.erase('')
  await service.stop()
  await s3.send(new DeleteBucketCommand({ Bucket: bucket }))
  s3.destroy()
})

async function verify(after?: string) {
  const findings: Finding[] = []
  const counts = await verifyBackup({
    databaseUrl: service.ownerUrl,
    storage: service.parts.cell.storage,
    ...(after === undefined ? {} : { after }),
    report: (finding) => findings.push(finding),
  })
  return { counts, findings: findings.map(({ problem, key }) => `${problem} ${key}`) }
}

/** The program an operator runs, and the code it ends with. */
async function run(...words: string[]): Promise<{ code: number; text: string }> {
  const program = join(import.meta.dirname, '../../backup.ts')
  const env = { ...readStack(), ...compileCache, DATABASE_OWNER_URL: service.ownerUrl, S3_BUCKET: bucket }
  return promisify(execFile)(process.execPath, [program, 'verify', ...words], { env }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stdout, stderr }) => ({ code, text: stdout + stderr }),
  )
}

const keyOf = (index: number, part: string) => `${images[index]?.org_id}/${images[index]?.id}/${part}`

describe('verifyBackup', () => {
  it('finds nothing in a bucket that belongs to its database, and goes on from a place', async () => {
    const whole = {
      rows: 3,
      objects: 9,
      digests: 3,
      missing: 0,
      changed: 0,
      destroyed: 0,
      extra: 0,
      erased: 0,
    }
    expect(await verify()).toEqual({ counts: whole, findings: [] })
    const { org_id, id } = images[0] ?? {}
    expect((await verify(`${org_id}/${id}`)).counts).toEqual({ ...whole, rows: 2, objects: 6, digests: 2 })
    expect(await run()).toEqual({
      code: 0,
      text: '3 rows, 9 objects, 3 digests compared: 0 missing, 0 changed, 0 extra\n',
    })
  })

  it('names a removed, a swapped and an extra object, and ends with 1', async () => {
    const [removed, swapped] = [keyOf(0, 'working.jpg'), keyOf(1, 'original')]
    await s3.send(new CopyObjectCommand({ Bucket: bucket, Key: 'kept', CopySource: `${bucket}/${removed}` }))
    await s3.send(new CopyObjectCommand({ Bucket: bucket, Key: 'spare', CopySource: `${bucket}/${swapped}` }))
    await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: removed }))
    const CopySource = `${bucket}/${keyOf(2, 'original')}`
    await s3.send(new CopyObjectCommand({ Bucket: bucket, Key: swapped, CopySource }))
    const extra = [keyOf(1, 'stray'), '0rg/00000000-0000-7000-8000-000000000000/original', 'zzz/last']
    for (const Key of extra) await s3.send(new PutObjectCommand({ Bucket: bucket, Key, Body: 'x' }))
    const { counts, findings } = await verify()
    expect(findings.toSorted()).toEqual(
      [
        `missing ${removed}`,
        `changed ${swapped}`,
        ...[...extra, 'kept', 'spare'].map((key) => `extra ${key}`),
      ].toSorted(),
    )
    expect(counts).toMatchObject({ missing: 1, changed: 1, extra: 5 })
    const ended = await run('--json')
    expect(ended.code).toBe(1)
    expect(ended.text).toContain(`{"problem":"missing","key":"${removed}"`)
    expect(ended.text).toContain('{"is_whole":false,"rows":3,')

    // Extra objects alone are harmless: uploads that ended between the dump and the copy leave some.
    await s3.send(new CopyObjectCommand({ Bucket: bucket, Key: removed, CopySource: `${bucket}/kept` }))
    await s3.send(new CopyObjectCommand({ Bucket: bucket, Key: swapped, CopySource: `${bucket}/spare` }))
    expect(await run()).toMatchObject({
      code: 0,
      text: expect.stringContaining('0 missing, 0 changed, 5 extra'),
    })
  })

  it('erases extra objects in every version when asked to, and neither uploads under way nor what others put there', async () => {
    const orphan = `org_alder/${randomUUID()}`
    const announced = randomUUID()
    await service.rows(`insert into uploads (org_id, image_id) values ('org_alder', $1)`, [announced])
    const versioning = { Status: 'Enabled' as const }
    await s3.send(new PutBucketVersioningCommand({ Bucket: bucket, VersioningConfiguration: versioning }))
    for (const Key of [`${orphan}/original`, `${orphan}/original`, `org_alder/${announced}/original`])
      await s3.send(new PutObjectCommand({ Bucket: bucket, Key, Body: 'x' }))
    const { code, text } = await run('--erase-extra')
    expect(code).toBe(0)
    expect(text).toContain(`erased  ${orphan}/original  no row refers to it`)
    expect(text).toContain(`extra  org_alder/${announced}/original  no row refers to it`)
    expect(text).toMatch(/0 missing, 0 changed, \d extra, 2 erased\n$/)
    const listed = await s3.send(new ListObjectVersionsCommand({ Bucket: bucket, Prefix: orphan }))
    expect([...(listed.Versions ?? []), ...(listed.DeleteMarkers ?? [])]).toEqual([])
    expect((await run('--erase-extra')).text).toContain(' 0 erased')
  })

  it('looks for every object in every table that has objects', async () => {
    const tables = await service.rows(
      "select table_name as name from information_schema.columns where table_schema = 'public' and column_name in ('org_id', 'sha256') group by 1 having count(*) = 2 order by 1",
    )
    const owners = tables.map(({ name }) => name)
    expect(owners).toContain('images')
    const named = (sql: string) => owners.filter((name) => new RegExp(`from ${name}\\b`).test(sql))
    expect(named(EXPECTED)).toEqual(owners)
    expect(named(HAS_ROW)).toEqual(owners)
  })

  it('says so when the object store fails, rather than that something is missing', async () => {
    const { storage } = service.parts.cell
    const broken = {
      list: (after: string) => storage.list(after),
      get: async () => Promise.reject(new Error('the store is away')),
      readKeyId: (key: string) => storage.readKeyId(key),
    }
    const verifying = verifyBackup({ databaseUrl: service.ownerUrl, storage: broken, report: () => {} })
    await expect(verifying).rejects.toThrow('the store is away')
  })

  it('refuses a role that sees one organization only, where everything would seem well', async () => {
    const hidden = verifyBackup({
      databaseUrl: service.config.DATABASE_URL,
      storage: service.parts.cell.storage,
      report: () => {},
    })
    await expect(hidden).rejects.toThrow('sees the rows of one organization only')
    expect(await run('--bucket', 'no-such-bucket')).toMatchObject({ code: 2 })
  })
})
