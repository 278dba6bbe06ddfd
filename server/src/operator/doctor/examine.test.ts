import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteBucketPolicyCommand,
  PutBucketPolicyCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileCache } from '../../../../testing/compile-cache.ts'
import { readStack, stackValue } from '../../../../testing/stack.ts'
import { createDatabase } from '../../../test/database.ts'
import { copyModels } from '../../../test/models.ts'
import { readConfig } from '../../core/platform/config.ts'
import type { Check } from './check.ts'
import { checkBucket } from './check-bucket.ts'
import { checkClock } from './check-clock.ts'
import { checkDatabase } from './check-database.ts'
import { checkIssuer } from './check-issuer.ts'
import { checkMachine } from './check-machine.ts'
import { checkModels } from './check-models.ts'
import { checkCertificate, checkTls } from './check-tls.ts'

const folder = mkdtempSync(join(tmpdir(), 'walkaround-doctor-'))
const bucket = `doctor-${Date.now()}`
const config = readConfig({ ...readStack(), TEMPORARY_DIR: join(folder, 'temporary'), S3_BUCKET: bucket })
const s3 = new S3Client({
  endpoint: config.S3_ENDPOINT,
  region: config.S3_REGION,
  forcePathStyle: true,
  credentials: { accessKeyId: config.S3_ACCESS_KEY_ID, secretAccessKey: config.S3_SECRET_ACCESS_KEY },
})
const short = join(folder, 'short')
let database: Awaited<ReturnType<typeof createDatabase>>
let owner: pg.Client
let app: pg.Client

beforeAll(async () => {
  database = await createDatabase()
  owner = new pg.Client({ connectionString: database.DATABASE_OWNER_URL })
  app = new pg.Client({ connectionString: database.DATABASE_URL })
  await owner.connect()
  await app.connect()
  await s3.send(new CreateBucketCommand({ Bucket: bucket }))
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=localhost']
  execFileSync('openssl', [
    'req',
    '-x509',
    ...ec,
    '-days',
    '3',
    '-keyout',
    `${short}.key`,
    '-out',
    `${short}.crt`,
  ])
})
afterAll(async () => {
  await s3.send(new DeleteBucketCommand({ Bucket: bucket }))
  s3.destroy()
  await owner.end()
  await app.end()
  await database.drop()
  rmSync(folder, { recursive: true })
})

const bad = (checks: Check[]) =>
  checks
    .filter(({ state }) => state === 'fault' || state === 'warning')
    .map(({ name, state, says, fix }) => {
      expect(fix, `${name} says what to do`).toMatch(/\w.+/)
      return `${state} ${name}: ${says}`
    })
const examineDatabase = async () => bad(await checkDatabase(database.DATABASE_URL))

/** Breaks the database, looks, and mends it. */
async function whileBroken(client: pg.Client, breaking: string, mending: string): Promise<string[]> {
  await client.query(breaking)
  try {
    return await examineDatabase()
  } finally {
    await client.query(mending)
  }
}

describe('the doctor', () => {
  it('finds nothing wrong with a database as migrate made it, and says so with exit code 0', async () => {
    expect(await examineDatabase()).toEqual([])
    const { DATABASE_OWNER_URL: _owner, ...plain } = readStack()
    const env = {
      ...plain,
      ...compileCache,
      DATABASE_URL: database.DATABASE_URL,
      S3_BUCKET: bucket,
      TEMPORARY_DIR: config.TEMPORARY_DIR,
      // No api runs here.
      PUBLIC_URL: 'http://127.0.0.1:1',
    }
    const run = (more: Record<string, string>) =>
      new Promise<{ code: unknown; checks: Check[] }>((resolve) => {
        const program = join(import.meta.dirname, '../../doctor.ts')
        execFile(process.execPath, [program, '--json'], { env: { ...env, ...more } }, (error, stdout) =>
          resolve({ code: error?.code ?? 0, checks: JSON.parse(stdout).checks }),
        )
      })
    const healthy = await run({})
    expect(healthy.checks.filter(({ state }) => state === 'fault')).toEqual([])
    expect(healthy.code).toBe(0)
    expect(await run({ S3_BUCKET: 'no-such-bucket' })).toMatchObject({ code: 1 })
  })

  it('names a database that cannot be reached', async () => {
    const url = Object.assign(new URL(database.DATABASE_URL), { port: '1' }).href
    expect(bad(await checkDatabase(url))).toEqual([
      expect.stringMatching(/^fault database: no connection: .+/),
    ])
  })

  it('names a role for which row-level security does not hold', async () => {
    expect(bad(await checkDatabase(database.DATABASE_OWNER_URL))).toContainEqual(
      expect.stringMatching(/^fault role: walkaround_owner owns \d+ tables/),
    )
  })

  it('names a migration that is missing', async () => {
    const last = '(select max(name) from migrations)'
    await owner.query(`create temporary table kept as select * from migrations where name = ${last}`)
    expect(
      await whileBroken(
        owner,
        'delete from migrations where name in (select name from kept)',
        'insert into migrations select * from kept',
      ),
    ).toEqual([expect.stringMatching(/^fault migrations: 1 not applied, from 00\d\d_/)])
  })

  it('names a table whose row-level security is off, and lost or excessive privileges', async () => {
    expect(
      await whileBroken(
        owner,
        'alter table images disable row level security',
        'alter table images enable row level security',
      ),
    ).toEqual(['fault grants: row-level security is off for images'])
    expect(
      await whileBroken(
        owner,
        'revoke select on damages from walkaround_app',
        'grant select on damages to walkaround_app',
      ),
    ).toEqual(['fault grants: walkaround_app may not read damages'])
    expect(
      await whileBroken(
        owner,
        'grant truncate on events to walkaround_app',
        'revoke truncate on events from walkaround_app',
      ),
    ).toEqual(['fault grants: walkaround_app may do too much with events'])
  })

  it('names a queue that is missing', async () => {
    await app.query("create temporary table kept as select * from pgboss.queue where name = 'tidy_tables'")
    expect(
      await whileBroken(
        app,
        "delete from pgboss.queue where name = 'tidy_tables'",
        'insert into pgboss.queue select * from kept',
      ),
    ).toEqual(['fault queues: missing: tidy_tables'])
    expect(await examineDatabase()).toEqual([])
  })

  it('names a bucket that is missing, and a key that is wrong', async () => {
    const fault = ['fault bucket: it does not answer, does not exist, or refuses the key']
    expect(bad(await checkBucket({ ...config, S3_BUCKET: 'no-such-bucket' }))).toEqual(fault)
    expect(bad(await checkBucket({ ...config, S3_SECRET_ACCESS_KEY: 'wrong' }))).toEqual(fault)
  })

  it('names a bucket that anybody can read', async () => {
    expect(bad(await checkBucket(config))).toEqual([])
    const Resource = `arn:aws:s3:::${bucket}/*`
    const Statement = [{ Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource }]
    const Policy = JSON.stringify({ Version: '2012-10-17', Statement })
    await s3.send(new PutBucketPolicyCommand({ Bucket: bucket, Policy }))
    try {
      expect(bad(await checkBucket(config))).toEqual([
        'fault bucket privacy: anybody can read objects of the bucket',
      ])
    } finally {
      await s3.send(new DeleteBucketPolicyCommand({ Bucket: bucket }))
    }
  })

  it('names an issuer that does not answer, or calls itself something else', async () => {
    expect(bad(await checkIssuer(config.OIDC_ISSUER))).toEqual([])
    expect(bad(await checkIssuer('http://127.0.0.1:1'))).toEqual([expect.stringMatching(/^fault issuer: /)])
    expect(bad(await checkIssuer(config.S3_ENDPOINT))).toEqual([expect.stringMatching(/^fault issuer: /)])
    const other = config.OIDC_ISSUER.replace('127.0.0.1', 'localhost')
    expect(bad(await checkIssuer(other))).toEqual([expect.stringMatching(/^fault issuer: /)])
  })

  it('names a clock that is off', async () => {
    const skewed = (seconds: number) => checkClock('it', async () => Date.now() + seconds * 1_000)
    expect(await skewed(1)).toMatchObject({ state: 'ok' })
    expect(await skewed(-10)).toMatchObject({ state: 'warning', says: "10 s behind this machine's" })
    expect(await skewed(90)).toMatchObject({ state: 'fault', says: "90 s ahead of this machine's" })
  })

  it('names a chain that nobody trusts, plain http, and a certificate that ends soon or has another key', async () => {
    const tls = { key: readFileSync(`${short}.key`), cert: readFileSync(`${short}.crt`) }
    const server = createServer(tls, (_, response) => response.end()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    // A listening TCP server has this form of address; only pipes have a string.
    const { port } = server.address() as AddressInfo
    try {
      expect(await checkTls('PUBLIC_URL', `https://127.0.0.1:${port}`)).toMatchObject({
        state: 'fault',
        says: expect.stringMatching(/^the certificate is not trusted: /),
      })
    } finally {
      server.close()
    }
    expect(await checkTls('S3_ENDPOINT', 'http://s3.internal')).toMatchObject({ state: 'warning' })
    expect(checkCertificate('it', `${short}.crt`, `${short}.key`)).toMatchObject({
      state: 'warning',
      says: expect.stringMatching(/^the certificate expires in 2 days/),
    })
    expect(checkCertificate('it', `${short}.crt`, stackValue('TLS_KEY_FILE'))).toMatchObject({
      state: 'fault',
      says: expect.stringContaining('is not the key of'),
    })
  })

  it('names a folder that others can write to, a full disk, missing builds and what NODE_OPTIONS loads', async () => {
    const built = { ...config, CONSOLE_DIR: import.meta.dirname, CAPTURE_DIR: import.meta.dirname }
    const missing = ['console', 'capture app'].map((name) =>
      expect.stringMatching(new RegExp(`^warning ${name}: not built`)),
    )
    expect(bad(await checkMachine(built, '--max-old-space-size=100'))).toEqual(missing)
    expect(bad(await checkMachine(built, '--import=agent.js'))).toEqual([
      ...missing,
      'warning telemetry: NODE_OPTIONS loads agent.js into every process',
    ])
    expect(bad(await checkMachine({ ...built, IMAGE_BYTES_MAX: 1e15 }, ''))).toEqual([
      expect.stringMatching(/^fault disk: .+ too little for one picture/),
      ...missing,
    ])
    const open = join(folder, 'open')
    mkdirSync(open)
    chmodSync(open, 0o777)
    expect(bad(await checkMachine({ ...built, TEMPORARY_DIR: open }, ''))).toEqual([
      expect.stringMatching(/^fault disk: others can write/),
      ...missing,
    ])
  })

  it('names a model whose weights were changed, and those that are missing', async () => {
    const models = copyModels(['vehicle-detector'])
    try {
      const broken = { ...config, MODELS_DIR: models.folder }
      expect(bad(await checkModels(broken)).join()).not.toContain('vehicle-detector')
      expect(bad(await checkModels(broken))).toContainEqual(
        expect.stringMatching(/^fault models: text-detector is not in/),
      )
      const { weights } = JSON.parse(
        readFileSync(join(models.folder, 'vehicle-detector/manifest.json'), 'utf8'),
      )
      appendFileSync(join(models.folder, 'vehicle-detector', weights.file), 'x')
      expect(bad(await checkModels(broken))).toContainEqual(
        expect.stringMatching(/^fault models: vehicle-detector: its weights .+ have the digest/),
      )
    } finally {
      models.remove()
    }
    expect(bad(await checkModels({ ...config, INFERENCE_URL: 'http://127.0.0.1:1' }))).toEqual([
      expect.stringMatching(/^fault models: no model server/),
    ])
  })
})
