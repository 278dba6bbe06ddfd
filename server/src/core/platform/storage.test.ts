import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { DeleteBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stackValue } from '../../../../testing/stack.ts'
import { startStalledStore } from '../../../test/stalled-store.ts'
import { Storage, type StorageOptions } from './storage.ts'

const options: StorageOptions = {
  endpoint: stackValue('S3_ENDPOINT'),
  region: stackValue('S3_REGION'),
  bucket: stackValue('S3_BUCKET'),
  accessKeyId: stackValue('S3_ACCESS_KEY_ID'),
  secretAccessKey: stackValue('S3_SECRET_ACCESS_KEY'),
}
const prefix = `test/${randomBytes(6).toString('hex')}`
const opened: Storage[] = []
const stored = new Set<string>()

let folder: string
let storage: Storage
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'walkaround-storage-'))
  storage = open()
})
afterAll(async () => {
  await storage.delete([...stored])
  for (const each of opened) each.close()
  rmSync(folder, { recursive: true })
})

function open(changes: Partial<StorageOptions> = {}): Storage {
  const each = new Storage({ ...options, ...changes })
  opened.push(each)
  return each
}

function fileOf(bytes: Buffer): string {
  const file = join(folder, randomBytes(6).toString('hex'))
  writeFileSync(file, bytes)
  return file
}

async function put(key: string, bytes: Buffer, into = storage): Promise<string> {
  stored.add(`${prefix}/${key}`)
  await into.putFile(`${prefix}/${key}`, fileOf(bytes), 'image/jpeg')
  return `${prefix}/${key}`
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Listening on a port, so the address is an object.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('Storage keeps', () => {
  it.each([0, 1, 65_536, 65_537, 5 * 1024 * 1024])('%i bytes as they were', async (size) => {
    const bytes = randomBytes(size)
    const key = await put(`size-${size}`, bytes)
    const found = await storage.get(key)
    expect(found).toMatchObject({ sizeBytes: size, contentType: 'image/jpeg' })
    expect(found && (await buffer(found.body)).equals(bytes)).toBe(true)
  })

  it.each([
    'auth0|x:y',
    'with space',
    'plus+and&and=and?and#',
    'percent%2Fencoded%00',
    'é 前 😀',
    'quote\'and"and<xml>&amp;',
    'dot.dot..dot',
    'star*and(brackets)!',
    `long-${'k'.repeat(400)}`,
  ])('an object under the key %s', async (name) => {
    const key = await put(name, Buffer.from(name))
    const found = await storage.get(key)
    expect(found && String(await buffer(found.body))).toBe(name)
    await storage.delete([key])
    expect(await storage.get(key)).toBeNull()
  })

  it('the last of two objects under one key', async () => {
    await put('twice', Buffer.from('first'))
    const key = await put('twice', Buffer.from('second'))
    const found = await storage.get(key)
    expect(found && String(await buffer(found.body))).toBe('second')
  })
})

describe('Storage.createBucket', () => {
  it('makes a bucket that is missing, once, and says when there is no store', async () => {
    const bucket = `test-${randomBytes(6).toString('hex')}`
    const { endpoint, region, accessKeyId, secretAccessKey } = options
    const s3 = new S3Client({
      endpoint,
      region,
      forcePathStyle: true,
      credentials: { accessKeyId, secretAccessKey },
    })
    try {
      expect(await open({ bucket }).createBucket()).toBe(true)
      expect(await open({ bucket }).createBucket()).toBe(false)
    } finally {
      await s3.send(new DeleteBucketCommand({ Bucket: bucket }))
      s3.destroy()
    }
    await expect(open({ endpoint: 'http://127.0.0.1:9', bucket }).createBucket()).rejects.toThrow(
      /ECONNREFUSED/,
    )
  })
})

describe('Storage.get', () => {
  it.each(['missing', 'auth0|x:y/missing', 'é'])('is null for a key that is not there: %s', async (key) => {
    expect(await storage.get(`${prefix}/${key}`)).toBeNull()
  })

  it('is an error, not null, for a bucket that is not there', async () => {
    await expect(open({ bucket: 'walkaround-missing' }).get('x')).rejects.toThrow()
  })

  it('fails to the reader of a body that has stopped coming', async () => {
    const { endpoint, close } = await startStalledStore()
    const found = await open({ endpoint, idleMsMax: 200 }).get('x')
    await expect(found && buffer(found.body)).rejects.toThrow('200 ms of inactivity')
    close()
  })

  it('waits for a body that comes slowly', async () => {
    const server = createHttpServer(async (_request, reply) => {
      for (let n = 0; n < 12; n++) {
        reply.write('x')
        await delay(300)
      }
      reply.end()
    })
    const found = await open({ endpoint: await listen(server), idleMsMax: 3_000 }).get('x')
    expect(found && String(await buffer(found.body))).toBe('x'.repeat(12))
    server.closeAllConnections()
    server.close()
  })
})

describe('Storage.putFile', () => {
  it('sends a file again whose name was removed after the first attempt', async () => {
    const bytes = randomBytes(200_000)
    const file = fileOf(bytes)
    const { hostname, port } = new URL(options.endpoint)
    let connections = 0
    const server = createServer((socket) => {
      connections += 1
      const isFirst = connections === 1
      socket.on('error', () => {})
      if (isFirst)
        return void socket.once('data', () => {
          rmSync(file)
          socket.resetAndDestroy()
        })
      const store = connect(Number(port), hostname)
      store.on('error', () => socket.destroy())
      socket.pipe(store).pipe(socket)
    })
    const key = `${prefix}/removed`
    stored.add(key)
    await open({ endpoint: await listen(server) }).putFile(key, file, 'image/jpeg')
    const found = await storage.get(key)
    expect(found && (await buffer(found.body)).equals(bytes)).toBe(true)
    expect(connections).toBe(2)
    server.close()
  })

  it('fails when the disk does', async () => {
    await expect(storage.putFile(`${prefix}/x`, folder, 'image/jpeg')).rejects.toThrow('EISDIR')
  })

  it('gives up in time on a store that accepts and says nothing', async () => {
    const server = createServer((socket) => void socket.on('error', () => {}))
    const endpoint = await listen(server)
    await expect(put('frozen', Buffer.from('x'), open({ endpoint, putMsMax: 300 }))).rejects.toThrow()
    server.close()
    // A watchdog: the store never answers, so only the limit of 300 ms can end it.
  })
})

describe('Storage.delete', () => {
  it('deletes several and does not mind what is not there', async () => {
    const keys = [await put('one', Buffer.from('1')), await put('two', Buffer.from('2'))]
    await storage.delete([...keys, `${prefix}/missing`])
    await storage.delete(keys)
    for (const key of keys) expect(await storage.get(key)).toBeNull()
  })

  it('is an error when the store keeps one of the objects', async () => {
    const server = createHttpServer((_request, reply) => {
      reply.setHeader('content-type', 'application/xml')
      reply.end(
        '<DeleteResult><Error><Key>a</Key><Code>InternalError</Code><Message>x</Message></Error></DeleteResult>',
      )
    })
    const endpoint = await listen(server)
    await expect(open({ endpoint }).delete(['a', 'b'])).rejects.toThrow('InternalError')
    server.closeAllConnections()
    server.close()
  })
})

describe('a picture that changes on its way to the store', () => {
  const MARK = 'the bytes the client sent'
  let changing = true
  let server: Server
  let passing: Storage
  beforeAll(async () => {
    // Between us and the store; everything but the mark passes as it is, the signed headers included.
    server = createServer((socket) => {
      const { hostname, port } = new URL(options.endpoint)
      const change = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          const text = chunk.toString('latin1')
          done(null, Buffer.from(changing ? text.replace(MARK, MARK.toUpperCase()) : text, 'latin1'))
        },
      })
      const store = connect(Number(port), hostname)
      store.on('error', () => socket.destroy())
      socket.on('error', () => store.destroy())
      socket.pipe(change).pipe(store).pipe(socket)
    })
    passing = open({ endpoint: await listen(server) })
  })
  afterAll(() => server.close())

  it('is refused, and nothing is kept', async () => {
    changing = true
    await expect(put('changed', Buffer.from(MARK), passing)).rejects.toThrow()
    expect(await storage.get(`${prefix}/changed`)).toBeNull()
  })

  it('is kept when it arrives as it was', async () => {
    changing = false
    const key = await put('unchanged', Buffer.from(MARK), passing)
    const found = await storage.get(key)
    expect(found && String(await buffer(found.body))).toBe(MARK)
  })
})

describe('Storage refuses', () => {
  it('a wrong secret, for writing, reading and deleting', async () => {
    const key = await put('kept', Buffer.from('kept'))
    const stranger = open({ secretAccessKey: 'wrong' })
    await expect(put('stranger', Buffer.from('x'), stranger)).rejects.toThrow()
    await expect(stranger.get(key)).rejects.toThrow()
    await expect(stranger.delete([key])).rejects.toThrow()
    expect(await storage.get(key)).not.toBeNull()
    expect(await storage.get(`${prefix}/stranger`)).toBeNull()
  })

  it('a file that is not there', async () => {
    await expect(storage.putFile(`${prefix}/x`, join(folder, 'missing'), 'image/jpeg')).rejects.toThrow(
      'ENOENT',
    )
  })
})

describe('Storage.findFault', () => {
  it('is null when the bucket answers', async () => {
    expect(await storage.findFault()).toBeNull()
  })

  it.each<[string, Partial<StorageOptions>]>([
    ['the secret is wrong', { secretAccessKey: 'wrong' }],
    ['the bucket is missing', { bucket: 'walkaround-missing' }],
    ['nobody listens', { endpoint: 'http://127.0.0.1:1' }],
  ])('names the fault when %s', async (_, changes) => {
    expect(await open(changes).findFault()).toBe('object store does not answer')
  })

  it('gives up after 2 seconds on a store that accepts and says nothing', async () => {
    const server = createServer(() => {})
    const endpoint = await listen(server)
    expect(await open({ endpoint }).findFault()).toBe('object store does not answer')
    server.close()
    // A watchdog: the store never answers, so only the limit of 2 seconds can end it.
  })
})
