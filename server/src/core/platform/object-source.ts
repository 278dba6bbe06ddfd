import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { SEGMENT_BYTES, type Source } from './object-cipher.ts'

export const fileSource = (handle: FileHandle, sizeBytes: number): Source => ({
  sizeBytes,
  chunks: () => chunksOf(handle),
})

export const bufferSource = (bytes: Buffer): Source => ({
  sizeBytes: bytes.length,
  chunks: async function* () {
    for (let at = 0; at < bytes.length; at += SEGMENT_BYTES) yield bytes.subarray(at, at + SEGMENT_BYTES)
  },
})

async function* chunksOf(handle: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    // A buffer of its own for each piece: the connection still has the one before.
    const piece = Buffer.allocUnsafe(SEGMENT_BYTES)
    let filled = 0
    while (filled < SEGMENT_BYTES) {
      const { bytesRead } = await handle.read(piece, filled, SEGMENT_BYTES - filled, position + filled)
      if (bytesRead === 0) break
      filled += bytesRead
    }
    if (filled > 0) yield piece.subarray(0, filled)
    if (filled < SEGMENT_BYTES) return
    position += filled
  }
}

export async function digestOf(source: Source): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of source.chunks()) hash.update(chunk)
  return hash.digest('hex')
}
