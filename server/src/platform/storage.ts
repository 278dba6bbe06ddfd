import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
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
  S3Client,
} from '@aws-sdk/client-s3'
import { createFairGate } from './fair-gate.ts'

export type StoredObject = { body: Readable; sizeBytes: number; contentType: string }

export type ListedObject = { key: string; sizeBytes: number }

export type StorageOptions = {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** Milliseconds for which a connection in use may carry nothing. */
  idleMsMax?: number
  /** Milliseconds after which a put is given up, all attempts together. */
  putMsMax?: number
}

type Put = {
  key: string
  handle: FileHandle
  size: number
  sha256: string
  contentType: string
  deadline: AbortSignal
}

const ATTEMPTS = 3
const CONNECTIONS_MAX = 200
const IDLE_MS_MAX = 30_000
// A client waits for its upload meanwhile; it had better hear that it must try again.
const PUT_MS_MAX = 30_000
const CHUNK_BYTES = 64 * 1024
const ERASE_PAGE = 1_000
const ERASE_PASSES_MAX = 1_000

/** The object store, over the S3 protocol. */
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

  constructor(options: StorageOptions) {
    this.#bucket = options.bucket
    this.#putMsMax = options.putMsMax ?? PUT_MS_MAX
    const open = () => createClient(options)
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
    const sha256 = await digestOf(handle)
    const deadline = AbortSignal.timeout(this.#putMsMax)
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#putOnce({ key, handle, size, sha256, contentType, deadline })
      } catch (error) {
        if (attempt === ATTEMPTS || deadline.aborted) throw error
        await delay(100 * attempt)
      }
    }
  }

  async #putOnce({ key, handle, size, sha256, contentType, deadline }: Put): Promise<void> {
    const broken = new AbortController()
    const Body = Readable.from(chunksOf(handle), { objectMode: false, highWaterMark: CHUNK_BYTES })
    // The SDK listens to the connection only; without this an error of the disk would end the process.
    Body.on('error', (error) => broken.abort(error))
    const command = new PutObjectCommand({
      Bucket: this.#bucket,
      Key: key,
      Body,
      ContentLength: size,
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

  /** The object, or null when there is none under this key. */
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
      return {
        body,
        sizeBytes: answer.ContentLength ?? 0,
        contentType: answer.ContentType ?? 'application/octet-stream',
      }
    } catch (error) {
      leave()
      if (error instanceof NoSuchKey) return null
      throw error
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
    try {
      await this.#probing.send(new HeadBucketCommand({ Bucket: this.#bucket }), {
        abortSignal: AbortSignal.timeout(2_000),
      })
      return null
    } catch {
      return 'object store does not answer'
    }
  }

  /** Makes the bucket, unless it is there. Answers whether it did. */
  async createBucket(): Promise<boolean> {
    if ((await this.findFault()) === null) return false
    await this.#probing.send(new CreateBucketCommand({ Bucket: this.#bucket }))
    return true
  }

  close(): void {
    for (const client of [this.#reading, this.#writing, this.#probing]) client.destroy()
  }
}

async function* chunksOf(handle: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    // A buffer of its own for each piece: the connection still has the one before.
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

async function digestOf(handle: FileHandle): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of chunksOf(handle)) hash.update(chunk)
  return hash.digest('hex')
}

/** Every object lies below the organization it belongs to. */
const organizationOf = (key: string): string => key.split('/', 1)[0] ?? ''

function createClient(options: StorageOptions): S3Client {
  return new S3Client({
    endpoint: options.endpoint,
    region: options.region,
    forcePathStyle: true,
    // A stream cannot be sent twice; putFile reads the file anew for each attempt.
    maxAttempts: 1,
    // The SDK would write to the console; whoever asked gets the error and logs it.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    // The default trailing checksum needs chunked bodies, which Ceph's gateway answers with 411.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      httpAgent: { maxSockets: CONNECTIONS_MAX },
      httpsAgent: { maxSockets: CONNECTIONS_MAX },
      connectionTimeout: 3_000,
      requestTimeout: 30_000,
      throwOnRequestTimeout: true,
      // The time-out of a request ends with the head of the answer; this one also ends a body that has stopped coming.
      socketTimeout: options.idleMsMax ?? IDLE_MS_MAX,
    },
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
  })
}
