import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectsCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  S3Client,
} from '@aws-sdk/client-s3'
import pg from 'pg'
import { type Settings, setting } from './stack.ts'

export const root = resolve(import.meta.dirname, '..')

/** Where the server under test lies; another checkout shows that a campaign goes red on a broken one. */
export const serverRoot = resolve(process.env.PROVE_SERVER_ROOT || root)

const run = promisify(execFile)

/** Starts or kills one engine of the stack, as `dev/stack` does it. */
export async function stackCommand(settings: Settings, command: 'start' | 'kill', engine: string) {
  const env = { ...process.env, STACK_DIR: setting(settings, 'STACK_DIR'), STACK_PORT_BASE: '' }
  await run(join(root, 'dev/stack'), [command, engine], { env })
}

/** A campaign is larger than any organization; a test of quotas sets its own. */
const NO_QUOTAS = {
  QUOTA_INSPECTIONS_PER_DAY_MAX: '1000000000',
  QUOTA_REQUESTS_PER_MINUTE_MAX: '1000000000',
}

export type Ground = { settings: Settings; name: string; s3: S3Client; remove: () => Promise<void> }

/** A database and a bucket that nobody else uses. The database is empty, or a copy of another. */
export async function createGround(stack: Settings, template?: string): Promise<Ground> {
  const name = `prove-${randomBytes(5).toString('hex')}`
  await asOwner(stack, `create database "${name}" ${template ? copyOf(template) : ''}`)
  const s3 = openStore(stack)
  await s3.send(new CreateBucketCommand({ Bucket: name }))
  const settings = {
    ...NO_QUOTAS,
    ...stack,
    ...urlsOf(stack, name),
    S3_BUCKET: name,
  }
  const remove = async () => {
    await removeBucket(s3, name)
    s3.destroy()
    await asOwner(stack, `drop database if exists "${name}" with (force)`)
  }
  return { settings, name, s3, remove }
}

export function openStore(settings: Settings): S3Client {
  return new S3Client({
    endpoint: setting(settings, 'S3_ENDPOINT'),
    region: setting(settings, 'S3_REGION'),
    forcePathStyle: true,
    credentials: {
      accessKeyId: setting(settings, 'S3_ACCESS_KEY_ID'),
      secretAccessKey: setting(settings, 'S3_SECRET_ACCESS_KEY'),
    },
  })
}

export async function listObjects(s3: S3Client, bucket: string, prefix = '') {
  const objects = new Map<string, number>()
  let token: string | undefined
  do {
    const page = await s3.send(
      new ListObjectsV2Command({
        Bucket: bucket,
        Prefix: prefix,
        ...(token ? { ContinuationToken: token } : {}),
      }),
    )
    for (const { Key, Size } of page.Contents ?? []) if (Key) objects.set(Key, Size ?? 0)
    token = page.NextContinuationToken
  } while (token)
  return objects
}

/** Every version and every mark of a deletion. */
export async function listVersions(s3: S3Client, bucket: string) {
  const versions: { Key?: string; VersionId?: string }[] = []
  let place: { KeyMarker?: string; VersionIdMarker?: string } | null = {}
  while (place) {
    const page: ListObjectVersionsCommandOutput = await s3.send(
      new ListObjectVersionsCommand({ Bucket: bucket, ...place }),
    )
    versions.push(...[...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])].map(nameOf))
    const { NextKeyMarker: KeyMarker, NextVersionIdMarker: VersionIdMarker } = page
    place = page.IsTruncated
      ? { ...(KeyMarker ? { KeyMarker } : {}), ...(VersionIdMarker ? { VersionIdMarker } : {}) }
      : null
  }
  return versions
}

const nameOf = ({ Key, VersionId }: { Key?: string | undefined; VersionId?: string | undefined }) => ({
  ...(Key ? { Key } : {}),
  ...(VersionId ? { VersionId } : {}),
})

/** With every version, also where it keeps none but the last. */
export async function removeBucket(s3: S3Client, bucket: string): Promise<void> {
  const versions = await listVersions(s3, bucket)
  while (versions.length > 0) {
    const Objects = versions.splice(0, 500).map(({ Key = '', ...version }) => ({ Key, ...version }))
    await s3.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }))
  }
  await s3.send(new DeleteBucketCommand({ Bucket: bucket }))
}

/** Copied through the log, as by default, it takes seven times the processor time. */
export const copyOf = (template: string) => `template "${template}" strategy file_copy`

/** The URLs of one database on the stack's cluster, as its two roles. */
export const urlsOf = (stack: Settings, database: string) => ({
  DATABASE_URL: withDatabase(setting(stack, 'DATABASE_URL'), database),
  DATABASE_OWNER_URL: withDatabase(setting(stack, 'DATABASE_OWNER_URL'), database),
})

export function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

async function asOwner(stack: Settings, statement: string): Promise<void> {
  const client = new pg.Client({
    connectionString: withDatabase(setting(stack, 'DATABASE_OWNER_URL'), 'postgres'),
  })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
