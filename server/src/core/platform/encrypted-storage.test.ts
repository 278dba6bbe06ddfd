import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { CopyObjectCommand, GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stackValue } from '../../../../testing/stack.ts'
import { waitFor } from '../../../test/factories.ts'
import { openTestKeys } from '../../../test/organization-keys.ts'
import { ObjectDamaged, objectKeyIdOf } from './object-cipher.ts'
import { KeyMissing } from './organization-keys.ts'
import { Storage } from './storage.ts'

const options = {
  endpoint: stackValue('S3_ENDPOINT'),
  region: stackValue('S3_REGION'),
  bucket: stackValue('S3_BUCKET'),
  accessKeyId: stackValue('S3_ACCESS_KEY_ID'),
  secretAccessKey: stackValue('S3_SECRET_ACCESS_KEY'),
}
const organization = `test-${randomBytes(6).toString('hex')}`
const { keys, rows, state } = openTestKeys()
const storage = new Storage({ ...options, keys })
const plain = new Storage(options)
const s3 = new S3Client({
  ...options,
  forcePathStyle: true,
  credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
})

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'walkaround-encrypted-'))
})
afterAll(async () => {
  await storage.erase(`${organization}/`)
  for (const each of [storage, plain]) each.close()
  s3.destroy()
  rmSync(folder, { recursive: true })
})

async function put(name: string, bytes: Buffer, into = storage): Promise<string> {
  const file = join(folder, randomBytes(6).toString('hex'))
  writeFileSync(file, bytes)
  const key = `${organization}/${name}`
  await into.putFile(key, file, 'image/jpeg')
  return key
}

async function read(key: string, from = storage): Promise<Buffer> {
  const found = await from.get(key)
  if (!found) throw new Error(`no object ${key}`)
  const bytes = await buffer(found.body)
  expect(bytes).toHaveLength(found.sizeBytes)
  return bytes
}

/** As they lie in the store, whatever the service makes of them. */
async function readStored(Key: string): Promise<Buffer> {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: options.bucket, Key }))
  return Buffer.from((await Body?.transformToByteArray()) ?? [])
}

const copy = (from: string, Key: string) =>
  s3.send(new CopyObjectCommand({ Bucket: options.bucket, Key, CopySource: `${options.bucket}/${from}` }))

describe('Storage with keys', () => {
  it.each([0, 1, 56, 57, 65_536, 65_537, 5_000_000])('gives back %i bytes and their size', async (size) => {
    const bytes = randomBytes(size)
    const key = await put(`size-${size}`, bytes)
    expect((await read(key)).equals(bytes)).toBe(true)
  })

  it('writes nothing that can be read without the key', async () => {
    const key = await put('canary', Buffer.alloc(200_000, 'canary'))
    const stored = await readStored(key)
    expect(stored.includes('canary')).toBe(false)
    expect(objectKeyIdOf(stored)).toBe((await keys.current(organization))?.id)
    expect((await read(key, plain)).equals(stored)).toBe(true)
  })

  it.each([0, 10, 56, 57, 100_000])('refuses %i bytes that are not encrypted', async (size) => {
    const key = await put(`plain-${size}`, randomBytes(size), plain)
    await expect(storage.get(key)).rejects.toThrow(ObjectDamaged)
  })

  it('refuses an object that was put in the place of another, before it hands anything out', async () => {
    const key = await put('own', randomBytes(100_000))
    await copy(key, `${organization}/swapped`)
    await expect(storage.get(`${organization}/swapped`)).rejects.toThrow(ObjectDamaged)
    await expect(storage.get(key)).resolves.not.toBeNull()
  })

  it('says that a key is missing, and has nothing once it was destroyed', async () => {
    const key = await put('destroyed', randomBytes(100_000))
    const stored = await readStored(key)
    const { keys: strange } = openTestKeys()
    const stranger = new Storage({ ...options, keys: strange })
    await expect(stranger.get(key)).rejects.toThrow(KeyMissing)
    stranger.close()
    const row = rows.find(({ id }) => id === objectKeyIdOf(stored))
    if (row) Object.assign(row, { wrapped: null, is_current: false })
    state.nowMs += 30_000
    expect(await storage.get(key)).toBeNull()
    const later = await put('later', Buffer.from('later'))
    expect(String(await read(later))).toBe('later')
  })

  it('gives a connection back when a reader hangs up, when an object is refused, and when its key is gone', async () => {
    const key = await put('large', randomBytes(5_000_000))
    await copy(key, `${organization}/other`)
    for (let n = 0; n < 3; n++) {
      const found = await storage.get(key)
      found?.body.destroy()
      await expect(storage.get(`${organization}/other`)).rejects.toThrow(ObjectDamaged)
      expect(await storage.get(`${organization}/destroyed`)).toBeNull()
    }
    await waitFor('all places to be free', async () => storage.gate.state().used === 0)
  })

  it('holds one segment of an object at a time, however slowly it is read', async () => {
    const found = await storage.get(await put('slow', randomBytes(20_000_000)))
    if (!found) throw new Error('no object')
    await new Promise((resolve) => setImmediate(resolve))
    expect(found.body.readableLength).toBeLessThan(4 * 65_536)
    found.body.destroy()
  })

  it('ends a body with an error where the store ends it early', async () => {
    const key = await put('cut', randomBytes(200_000))
    const stored = await readStored(key)
    const server = createServer((_request, reply) => {
      reply.writeHead(200, { 'content-length': stored.length })
      reply.write(stored.subarray(0, 100_000), () => reply.destroy())
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    // Listening on a port, so the address is an object.
    const { port } = server.address() as AddressInfo
    const cut = new Storage({ ...options, keys, endpoint: `http://127.0.0.1:${port}` })
    const found = await cut.get(key)
    await expect(found && buffer(found.body)).rejects.toThrow()
    await waitFor('the place to be free', async () => cut.gate.state().used === 0)
    cut.close()
    server.close()
  })
})
