import type { Readable } from 'node:stream'

const SILENT_MS = 300
const BYTES_MAX = 1_000_000

export const isStream = (headers: Record<string, string | string[] | undefined>) =>
  headers['content-type'] === 'text/event-stream'

/** What an answer without an end says until it falls silent; then the client hangs up. */
export async function readUntilSilent(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  body.on('error', () => {})
  await new Promise<void>((resolve) => {
    let timer = setTimeout(resolve, SILENT_MS)
    body.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      clearTimeout(timer)
      timer = setTimeout(resolve, size > BYTES_MAX ? 0 : SILENT_MS)
    })
    body.once('close', resolve)
  })
  body.destroy()
  return Buffer.concat(chunks)
}
