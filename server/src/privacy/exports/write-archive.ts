import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { TAR_END, tarHead, tarPadding } from './tar.ts'

export type ArchiveFile = {
  name: string
  sizeBytes: number
  body: Buffer | Readable
  /** What the database says of it; a file that differs ends the archive. */
  sha256?: string | null
}

/** The database knows of it, and the object store does not have it. */
export type MissingFile = { name: string; body: null }

/** How an archive says what it is of. */
export type Head = {
  created_at: string
  created_by: string
  organization: string
  inspection_ids: readonly string[]
}

const MANIFEST_NAME = 'manifest.json'
const MANIFEST_VERSION = 1

/** Piece by piece; the digests stand at the end, as they are of what was sent. */
export async function* writeArchive(
  head: Head,
  files: AsyncIterable<ArchiveFile | MissingFile>,
): AsyncGenerator<Buffer, void, undefined> {
  const modifiedMs = Date.parse(head.created_at)
  const written: { name: string; size_bytes: number; sha256: string }[] = []
  const missing: string[] = []
  for await (const file of files) {
    if (file.body === null) {
      missing.push(file.name)
      continue
    }
    const { name, sizeBytes, body } = file
    try {
      yield tarHead(name, sizeBytes, modifiedMs)
      const sha256 = yield* writeBody(file)
      yield tarPadding(sizeBytes)
      written.push({ name, size_bytes: sizeBytes, sha256 })
    } finally {
      // Its client may be gone before the first byte of it was read.
      if (!Buffer.isBuffer(body)) body.destroy()
    }
  }
  const manifest = { version: MANIFEST_VERSION, ...head, files: written, missing }
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
  yield tarHead(MANIFEST_NAME, text.length, modifiedMs)
  yield Buffer.concat([text, tarPadding(text.length), TAR_END])
}

async function* writeBody({ name, body, sizeBytes, sha256 }: ArchiveFile): AsyncGenerator<Buffer, string> {
  const hash = createHash('sha256')
  let sentBytes = 0
  for await (const chunk of Buffer.isBuffer(body) ? [body] : body) {
    hash.update(chunk)
    sentBytes += chunk.length
    yield chunk
  }
  const digest = hash.digest('hex')
  // Whoever reads finds no manifest, and so no archive that could pass for whole.
  if (sentBytes !== sizeBytes || (sha256 && sha256 !== digest))
    throw new Error(`the object store has other bytes than were stored for ${name}`)
  return digest
}
