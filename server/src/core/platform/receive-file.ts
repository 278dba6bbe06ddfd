import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
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
  /** Gives back the room it takes, when it is removed. */
  leave?: () => void
}

export const UPLOAD_PREFIX = 'walkaround-upload-'

export class FileTooLarge extends Error {}

/** Streams to disk with constant memory; size, digest and type are taken on the way. */
export async function receiveFile(
  source: Readable,
  temporaryDir: string,
  bytesMax: number,
): Promise<ReceivedFile> {
  // The pipeline below reports what breaks; without this an error before it listens would end the process.
  source.on('error', () => {})
  const dir = await mkdtemp(join(temporaryDir, UPLOAD_PREFIX))
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

export async function discardFile(file: ReceivedFile): Promise<void> {
  try {
    await rm(file.dir, { recursive: true, force: true })
  } finally {
    file.leave?.()
  }
}

/** A file part that has arrived. It has one owner at a time, and only its owner removes it. */
export type UploadedFile = { fileKey: string; file: ReceivedFile; owner: 'request' | 'operation' | 'nobody' }

/** From here on the operation removes the file, however the connection ends. Null: the request has removed it. */
export function takeUploadedFile(upload: UploadedFile): ReceivedFile | null {
  if (upload.owner !== 'request') return null
  upload.owner = 'operation'
  return upload.file
}

/** At the end of the connection: removes the file unless an operation has it. */
export async function discardUntakenFile(upload: UploadedFile): Promise<void> {
  if (upload.owner !== 'request') return
  upload.owner = 'nobody'
  await discardFile(upload.file)
}
