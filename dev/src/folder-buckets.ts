import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream, existsSync, mkdirSync, readdirSync, rmdirSync } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

type Named = { key: string; contentType: string }
type Kept = Named & { sizeBytes: number }

const headBytesMax = 16 * 1024

/** Buckets as folders. An object is one file: a line of JSON with its key, then its bytes; so a rename changes it at once. */
export class FolderBuckets {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  }

  has(bucket: string): boolean {
    return existsSync(join(this.#folder, bucket))
  }

  create(bucket: string): void {
    mkdirSync(join(this.#folder, bucket), { recursive: true })
  }

  remove(bucket: string): void {
    rmdirSync(join(this.#folder, bucket))
  }

  /** False when the bytes are not those of the digest; then nothing is kept. */
  async put(bucket: string, named: Named, body: Readable, sha256: string): Promise<boolean> {
    const unfinished = join(this.#folder, `${randomUUID()}.new`)
    const hash = createHash('sha256')
    try {
      await pipeline(
        async function* () {
          yield `${JSON.stringify(named)}\n`
          for await (const chunk of body) {
            hash.update(chunk)
            yield chunk
          }
        },
        createWriteStream(unfinished, { flush: true, mode: 0o600 }),
      )
      if (hash.digest('hex') !== sha256) return false
      await rename(unfinished, this.#file(bucket, named.key))
      return true
    } finally {
      await rm(unfinished, { force: true })
    }
  }

  async get(bucket: string, key: string): Promise<(Kept & { body: Readable }) | null> {
    const handle = await openIfThere(this.#file(bucket, key))
    if (!handle) return null
    const { start, ...kept } = await readHead(handle)
    // The stream closes the file.
    return { ...kept, body: handle.createReadStream({ start }) }
  }

  async delete(bucket: string, key: string): Promise<void> {
    await rm(this.#file(bucket, key), { force: true })
  }

  /** In the order of the bytes of their keys. */
  async list(bucket: string): Promise<Kept[]> {
    const folder = join(this.#folder, bucket)
    const kept: Kept[] = []
    for (const name of readdirSync(folder)) {
      await using handle = await openIfThere(join(folder, name))
      if (handle) kept.push(await readHead(handle))
    }
    return kept.sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)))
  }

  // A key may be longer than a file name, and may have any sign in it.
  #file(bucket: string, key: string): string {
    return join(this.#folder, bucket, createHash('sha256').update(key).digest('hex'))
  }
}

async function openIfThere(file: string): Promise<FileHandle | null> {
  try {
    return await open(file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

async function readHead(handle: FileHandle): Promise<Kept & { start: number }> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytesMax), 0, headBytesMax, 0)
  const start = buffer.subarray(0, bytesRead).indexOf('\n') + 1
  const { size } = await handle.stat()
  return { ...JSON.parse(buffer.subarray(0, start).toString()), sizeBytes: size - start, start }
}
