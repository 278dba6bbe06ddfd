import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import {
  CreateBucketCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  NoSuchKey,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { createFairGate } from './fair-gate.ts'
import {
  encryptSource,
  HEADER_BYTES,
  ObjectDamaged,
  type ObjectKey,
  ObjectOpener,
  objectKeyIdOf,
  plainSizeOf,
  readHeader,
  SEGMENT_BYTES,
  type Source,
} from './object-cipher.ts'
import { digestOf, fileSource } from './object-source.ts'
import { KeyMissing, type OrganizationKeys } from './organization-keys.ts'
import { CONNECTIONS_MAX, createS3Client, type S3Options } from './s3-client.ts'

export type StoredObject = { body: Readable; sizeBytes: number; contentType: string }

export type ListedObject = { key: string; sizeBytes: number }

export type StorageOptions = S3Options & {
  bucket: string
  /** Milliseconds after which a put is given up, all attempts together. */
  putMsMax?: number
  /** Without them, objects are written and read as they are: only for what looks at a bucket, and stores nothing. */
  keys?: Pick<OrganizationKeys, 'current' | 'find'>
}

type Put = { key: string; source: Source; sha256: string; contentType: string; deadline: AbortSignal }

const ATTEMPTS = 3
// A client waits for its upload meanwhile; it had better hear that it must try again.
const PUT_MS_MAX = 30_000
/** Whoever asks whether this process is ready waits for the answer meanwhile. */
const PROBE_MS_MAX = 2_000
const ERASE_PAGE = 1_000
const ERASE_PASSES_MAX = 1_000

/** The object store, over the S3 protocol. What lies there is encrypted with the keys of organizations. */
export class Storage {
  // Each has connections of its own: slow readers of pictures must not keep uploads or the probe waiting.
  /** Connections of readers, who may read as slowly as they like, shared fairly between organizations. */
  readonly gate = createFairGate({
    name: 'reads of the object store',
    capacity: CONNECTIONS_MAX,
    share: CONNECTIONS_MAX / 2,
    waitingShare: 200,
    waitingMax: 1_000,
    waitMsMax: 10_000,
  })
  readonly #reading: S3Client
  readonly #writing: S3Client
  readonly #probing: S3Client
  readonly #bucket: string
  readonly #putMsMax: number
  readonly #keys: StorageOptions['keys']

  constructor(options: StorageOptions) {
    this.#bucket = options.bucket
    this.#keys = options.keys
    this.#putMsMax = options.putMsMax ?? PUT_MS_MAX
    const open = () => createS3Client(options)
    this.#reading = open()
    this.#writing = open()
    this.#probing = open()
  }
  /**
   * The digest travels in the signed header, so the store refuses bytes that changed on the way. The file is opened
   * once: what is digested is what is sent, each time, also when somebody removes its name meanwhile.
   */
  async putFile(key: string, file: string, contentType: string): Promise<void> {
    await using handle = await open(file)
    const { size } = await handle.stat()
    await this.put(key, fileSource(handle, size), contentType)
  }

  async put(key: string, plain: Source, contentType: string): Promise<void> {
    const source = this.#keys ? encryptSource(await this.#keyFor(key), key, plain) : plain
    const sha256 = await digestOf(source)
    const deadline = AbortSignal.timeout(this.#putMsMax)
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#putOnce({ key, source, sha256, contentType, deadline })
      } catch (error) {
        if (attempt === ATTEMPTS || deadline.aborted) throw error
        await delay(100 * attempt)
      }
    }
  }

  async #keyFor(key: string): Promise<ObjectKey> {
    const organization = organizationOf(key)
    const found = await this.#keys?.current(organization)
    if (!found) throw new KeyMissing(`${organization} has no key`)
    return found
  }

  async #putOnce({ key, source, sha256, contentType, deadline }: Put): Promise<void> {
    const broken = new AbortController()
    const Body = Readable.from(source.chunks(), { objectMode: false, highWaterMark: SEGMENT_BYTES })
    // The SDK listens to the connection only; without this an error of the disk would end the process.
    Body.on('error', (error) => broken.abort(error))
    const command = new PutObjectCommand({
      Bucket: this.#bucket,
      Key: key,
      Body,
      ContentLength: source.sizeBytes,
      ContentType: contentType,
    })
    command.middlewareStack.add(
      (next) => (call) => {
        // The SDK leaves the request untyped at this step; it is an HTTP request by then.
        const request = call.request as { headers: Record<string, string> }
        request.headers['x-amz-content-sha256'] = sha256
        return next(call)
      },
      { step: 'build' },
    )
    try {
      await this.#writing.send(command, { abortSignal: AbortSignal.any([deadline, broken.signal]) })
    } finally {
      Body.destroy()
    }
  }

  /** The object, or null when there is none under this key, or nobody can read it any more: its key was destroyed. */
  async get(key: string): Promise<StoredObject | null> {
    const leave = await this.gate.enter(organizationOf(key))
    try {
      const answer = await this.#reading.send(new GetObjectCommand({ Bucket: this.#bucket, Key: key }))
      // In Node the SDK hands over a Readable; its type also covers browsers.
      const body = answer.Body as Readable | undefined
      if (!body) {
        leave()
        return null
      }
      body.once('close', leave)
      // An error that comes before the reader waits for it in the stream; without a listener it would end the process.
      body.on('error', () => {})
      // Without it nobody could tell a whole object from one that is cut off.
      if (answer.ContentLength === undefined && this.#keys)
        throw new Error('the object store does not say how long an object is')
      const sizeBytes = answer.ContentLength ?? 0
      const contentType = answer.ContentType ?? 'application/octet-stream'
      return await this.#open(key, { body, sizeBytes, contentType })
    } catch (error) {
      leave()
      if (error instanceof NoSuchKey) return null
      throw error
    }
  }

  /** Before it is handed out, its first bytes are opened: who waits for an answer hears of a wrong key. */
  async #open(key: string, stored: StoredObject): Promise<StoredObject | null> {
    const { body, sizeBytes, contentType } = stored
    if (!this.#keys) return stored
    try {
      const header = sizeBytes > HEADER_BYTES ? await readHeader(body) : Buffer.alloc(0)
      const id = objectKeyIdOf(header)
      if (id === null) throw new ObjectDamaged(`${key} is not encrypted, so this service did not write it`)
      const found = await this.#keys.find(organizationOf(key), id)
      if (!found) {
        body.destroy()
        return null
      }
      const opener = new ObjectOpener(found.key, header, key, sizeBytes)
      opener.on('error', () => {})
      // Each ends with the other: a reader that hangs up gives the connection back.
      pipeline(body, opener, () => {})
      await once(opener, 'readable')
      return { body: opener, sizeBytes: plainSizeOf(sizeBytes), contentType }
    } catch (error) {
      body.destroy()
      throw error
    }
  }

  /** The id of the key that an object is encrypted with; null: with none; undefined: there is no object. */
  async readKeyId(key: string, versionId?: string): Promise<string | null | undefined> {
    const Range = `bytes=0-${HEADER_BYTES - 1}`
    const version = versionId === undefined ? {} : { VersionId: versionId }
    // Asked of every object of a bucket: one failure of a million must not end a run.
    for (let attempt = 1; ; attempt++) {
      try {
        const command = new GetObjectCommand({ Bucket: this.#bucket, Key: key, Range, ...version })
        const { Body } = await this.#reading.send(command)
        return objectKeyIdOf(Buffer.from((await Body?.transformToByteArray()) ?? []))
      } catch (error) {
        const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
        // No such object, or no such version of it any more.
        if (status === 404) return undefined
        // An empty object has no first bytes (RFC 9110, 15.5.17).
        if (status === 416) return null
        if (attempt === ATTEMPTS) throw error
        await delay(100 * attempt)
      }
    }
  }

  /** Every object behind a key, in the order of the bytes of their keys. */
  async *list(after: string): AsyncGenerator<ListedObject> {
    let token: string | undefined
    do {
      const start = token ? { ContinuationToken: token } : after ? { StartAfter: `${after}/~` } : {}
      const page = await this.#reading.send(new ListObjectsV2Command({ Bucket: this.#bucket, ...start }))
      for (const { Key, Size } of page.Contents ?? []) if (Key) yield { key: Key, sizeBytes: Size ?? 0 }
      token = page.NextContinuationToken
    } while (token)
  }

  async delete(keys: string[]): Promise<void> {
    await this.#delete(keys.map((Key) => ({ Key })))
  }

  async #delete(objects: { Key: string | undefined; VersionId?: string | undefined }[]): Promise<void> {
    const Objects = objects.map(({ Key = '', VersionId }) => ({ Key, ...(VersionId ? { VersionId } : {}) }))
    const { Errors = [] } = await this.#writing.send(
      new DeleteObjectsCommand({ Bucket: this.#bucket, Delete: { Objects, Quiet: true } }),
    )
    // The answer is 200 also when an object stays.
    if (Errors.length > 0)
      throw new Error(`the object store kept ${Errors.length} object(s): ${Errors[0]?.Code ?? 'no code'}`)
  }

  /** Removes every version of every object whose key starts so, and looks again until there is none. */
  async erase(prefix: string): Promise<void> {
    for (let passes = 0; passes < ERASE_PASSES_MAX; passes++) {
      const page = await this.#reading.send(
        new ListObjectVersionsCommand({ Bucket: this.#bucket, Prefix: prefix, MaxKeys: ERASE_PAGE }),
      )
      const found = [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])]
      if (found.length === 0) return
      await this.#delete(found.map(({ Key, VersionId }) => ({ Key, VersionId })))
    }
    throw new Error('the object store lists what was deleted again and again')
  }

  async findFault(): Promise<string | null> {
    return (await this.findBucket(PROBE_MS_MAX)) === 'found' ? null : 'object store does not answer'
  }

  /** A store that answers late says nothing about its bucket: `late` is neither of the other two. */
  async findBucket(msMax: number): Promise<'found' | 'late' | 'refused'> {
    const deadline = AbortSignal.timeout(msMax)
    try {
      await this.#probing.send(new HeadBucketCommand({ Bucket: this.#bucket }), { abortSignal: deadline })
      return 'found'
    } catch (error) {
      // The name is that of a connection which the SDK waited for in vain.
      const isLate = deadline.aborted || (error instanceof Error && error.name === 'TimeoutError')
      return isLate ? 'late' : 'refused'
    }
  }

  /** Makes the bucket, unless it is there. Answers whether it did. */
  async createBucket(): Promise<boolean> {
    if ((await this.findBucket(PUT_MS_MAX)) === 'found') return false
    await this.#probing.send(new CreateBucketCommand({ Bucket: this.#bucket }))
    return true
  }

  close(): void {
    for (const client of [this.#reading, this.#writing, this.#probing]) client.destroy()
  }
}

/** Every object lies below the organization it belongs to. */
const organizationOf = (key: string): string => key.split('/', 1)[0] ?? ''
