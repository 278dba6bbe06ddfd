import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sniff } from './pictures/sniff.ts'

/** A picture as it came in, in a folder of its own. */
export type ReceivedFile = {
  dir: string
  path: string
  sizeBytes: number
  sha256: string
  mimetype: ReturnType<typeof sniff>
}

const PREFIX = 'walkaround-upload-'

export class FileTooLarge extends Error {}

/** Streams to disk with constant memory; size, digest and type are taken on the way. */
export async function receiveFile(
  source: Readable,
  temporaryDir: string,
  bytesMax: number,
): Promise<ReceivedFile> {
  // The pipeline below reports what breaks; without this an error before it listens would end the process.
  source.on('error', () => {})
  const dir = await mkdtemp(join(temporaryDir, PREFIX))
  const path = join(dir, 'original')
  const hash = createHash('sha256')
  const head = Buffer.alloc(16)
  let sizeBytes = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (sizeBytes < head.length) chunk.copy(head, sizeBytes)
      sizeBytes += chunk.length
      hash.update(chunk)
      done(sizeBytes > bytesMax ? new FileTooLarge() : null, chunk)
    },
  })
  try {
    await pipeline(source, measure, createWriteStream(path, { mode: 0o600 }))
  } catch (error) {
    await rm(dir, { recursive: true, force: true })
    throw error
  }
  return {
    dir,
    path,
    sizeBytes,
    sha256: hash.digest('hex'),
    mimetype: sniff(head.subarray(0, Math.min(16, sizeBytes))),
  }
}

/** Removes what a killed process left behind. Uploads in flight are younger than `olderThanMs`. */
export async function discardStaleFiles(
  temporaryDir: string,
  olderThanMs: number,
  nowMs: number,
): Promise<void> {
  for (const name of await readdir(temporaryDir)) {
    const path = join(temporaryDir, name)
    if (!name.startsWith(PREFIX)) continue
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: nowMs }))
    if (nowMs - mtimeMs > olderThanMs) await rm(path, { recursive: true, force: true })
  }
}

export async function discardFile(file: ReceivedFile): Promise<void> {
  await rm(file.dir, { recursive: true, force: true })
}
