import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ListedObject, Storage } from '../../server/src/core/platform/storage.ts'
import { createFolderStore } from '../src/folder-store.ts'
import { requestS3 } from '../src/s3-request.ts'
import { bucket, readSettings, region } from '../src/settings.ts'

const { root, envFile } = readSettings()
const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'walkaround-folder-store-'))
const key = { accessKeyId: 'ID', secretAccessKey: 'a secret of enough length' }
const server = createFolderStore(join(folder, 'objects'), key)
let endpoint = ''

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // Listening on a port, so the address is an object.
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  expect(await requestS3('PUT', new URL(`/${bucket}`, endpoint), key, 60_000)).toBe(200)
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('the object store of the demo', () => {
  it("passes the service's own tests of its object store", async () => {
    const changes = {
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: key.accessKeyId,
      S3_SECRET_ACCESS_KEY: key.secretAccessKey,
    }
    // The last one of two lines counts.
    const lines = Object.entries(changes).map(([name, value]) => `${name}=${value}\n`)
    writeFileSync(join(folder, 'env'), `${readFileSync(envFile, 'utf8')}\n${lines.join('')}`)
    const file = 'server/src/core/platform/storage.test.ts'
    const { stdout } = await run('pnpm', ['exec', 'vitest', 'run', '--project', 'server', file], {
      cwd: root,
      env: { ...process.env, STACK_DIR: folder, NO_COLOR: '1' },
    })
    expect(stdout).toMatch(/Tests +\d\d passed/)
    expect(stdout).not.toMatch(/failed|skipped/)
  })

  it('lists every object once, in the order of the bytes of the keys, page after page', async () => {
    const names = Array.from({ length: 1_001 }, (_, n) => (n % 2 ? `o/é${n}` : `o/a&<${n}`))
    mkdirSync(join(folder, 'objects/listed'))
    for (const [n, name] of names.entries())
      writeFileSync(
        join(folder, `objects/listed/${n}`),
        `${JSON.stringify({ key: name, contentType: 'text/plain' })}\nfour`,
      )
    const storage = new Storage({ ...key, endpoint, region, bucket: 'listed' })
    const listed: ListedObject[] = []
    for await (const object of storage.list('')) listed.push(object)
    storage.close()
    const sorted = names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    expect(listed).toEqual(sorted.map((name) => ({ key: name, sizeBytes: 4 })))
  })

  it.each([
    ['an unknown key', { ...key, accessKeyId: 'OTHER' }],
    ['a wrong secret', { ...key, secretAccessKey: 'wrong' }],
  ])('403 for %s', async (_, other) => {
    expect(await requestS3('HEAD', new URL(`/${bucket}`, endpoint), other, 60_000)).toBe(403)
  })

  it('403 without a signature', async () => {
    for (const path of ['', `/${bucket}`, `/${bucket}/key`])
      expect((await fetch(`${endpoint}${path}`)).status).toBe(403)
  })

  it('400 for a bucket that would lie outside the folder', async () => {
    for (const name of ['..%2Fother', '%2e%2e', 'UPPER', 'a'])
      expect(await requestS3('PUT', new URL(`${endpoint}/${name}`), key, 60_000)).not.toBe(200)
  })
})
