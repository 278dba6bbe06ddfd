import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'

export type StoredObject = { body: Readable; sizeBytes: number; contentType: string }

export type StorageOptions = {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** Milliseconds for which a connection in use may carry nothing. */
  idleMsMax?: number
}

const ATTEMPTS = 3
const IDLE_MS_MAX = 30_000

/** The object store, over the S3 protocol. */
export class Storage {
  // Each has connections of its own: slow readers of pictures must not keep uploads or the probe waiting.
  readonly #reading: S3Client
  readonly #writing: S3Client
  readonly #probing: S3Client
  readonly #bucket: string

  constructor(options: StorageOptions) {
    this.#bucket = options.bucket
    const open = () => createClient(options)
    this.#reading = open()
    this.#writing = open()
    this.#probing = open()
  }
  /** The digest travels in the signed header, so the store refuses bytes that changed on the way. */
  async putFile(key: string, file: string, contentType: string): Promise<void> {
    const { size } = await stat(file)
    const sha256 = await digestOf(file)
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#putOnce(key, file, size, sha256, contentType)
      } catch (error) {
        if (attempt === ATTEMPTS) throw error
        await delay(100 * attempt)
      }
    }
  }

  async #putOnce(
    key: string,
    file: string,
    size: number,
    sha256: string,
    contentType: string,
  ): Promise<void> {
    const Body = createReadStream(file, { highWaterMark: 64 * 1024 })
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
    await this.#writing.send(command)
  }

  /** The object, or null when there is none under this key. */
  async get(key: string): Promise<StoredObject | null> {
    try {
      const answer = await this.#reading.send(new GetObjectCommand({ Bucket: this.#bucket, Key: key }))
      if (!answer.Body) return null
      return {
        // In Node the SDK hands over a Readable; its type also covers browsers.
        body: answer.Body as Readable,
        sizeBytes: answer.ContentLength ?? 0,
        contentType: answer.ContentType ?? 'application/octet-stream',
      }
    } catch (error) {
      if (error instanceof NoSuchKey) return null
      throw error
    }
  }

  async delete(keys: string[]): Promise<void> {
    const Objects = keys.map((Key) => ({ Key }))
    const { Errors = [] } = await this.#writing.send(
      new DeleteObjectsCommand({ Bucket: this.#bucket, Delete: { Objects, Quiet: true } }),
    )
    // The answer is 200 also when an object stays.
    if (Errors.length > 0)
      throw new Error(`the object store kept ${Errors.length} object(s): ${Errors[0]?.Code ?? 'no code'}`)
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

  close(): void {
    for (const client of [this.#reading, this.#writing, this.#probing]) client.destroy()
  }
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

function createClient(options: StorageOptions): S3Client {
  return new S3Client({
    endpoint: options.endpoint,
    region: options.region,
    forcePathStyle: true,
    // A stream cannot be sent twice; putFile opens the file anew for each attempt.
    maxAttempts: 1,
    // The SDK would write to the console; whoever asked gets the error and logs it.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    // The default trailing checksum needs chunked bodies, which Ceph's gateway answers with 411.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      httpAgent: { maxSockets: 200 },
      httpsAgent: { maxSockets: 200 },
      connectionTimeout: 3_000,
      requestTimeout: 30_000,
      throwOnRequestTimeout: true,
      // The time-out of a request ends with the head of the answer; this one also ends a body that has stopped coming.
      socketTimeout: options.idleMsMax ?? IDLE_MS_MAX,
    },
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
  })
}
