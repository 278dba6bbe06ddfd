import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { Failure } from '../exit-codes.ts'

type Listed = { name: string; size_bytes: number; sha256: string }

export type Manifest = {
  version: number
  created_at: string
  organization: string
  inspection_ids: string[]
  files: Listed[]
  missing: string[]
}

/** An archive whose every byte has been compared with its manifest. */
export type Archive = {
  manifest: Manifest
  has: (name: string) => boolean
  read: (name: string) => Promise<Buffer<ArrayBuffer>>
  /** The first file whose name begins so: the ending of a picture is not in its record. */
  find: (begin: string) => string | undefined
  names: readonly string[]
  [Symbol.asyncDispose]: () => Promise<void>
}

type Entry = Listed & { offset: number }

const BLOCK_BYTES = 512
const CHUNK_BYTES = 1024 * 1024
const MANIFEST_NAME = 'manifest.json'
const MANIFEST_BYTES_MAX = 64 * 1024 * 1024

/** Opens an archive, and refuses one that is cut off or changed. Nothing is unpacked to the disk. */
export async function openArchive(file: string): Promise<Archive> {
  const handle = await open(file).catch(() => {
    throw new Failure('usage', `${file} can't be read.`)
  })
  try {
    const entries = await listEntries(handle, file)
    const manifest = await readManifest(handle, file, entries.get(MANIFEST_NAME))
    entries.delete(MANIFEST_NAME)
    requireEqual(file, manifest, entries)
    return {
      manifest,
      names: [...entries.keys()],
      has: (name) => entries.has(name),
      find: (begin) => [...entries.keys()].find((name) => name.startsWith(begin)),
      read: (name) => readEntry(handle, file, entries.get(name)),
      [Symbol.asyncDispose]: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Each file with its place and digest, of what is really there. */
async function listEntries(handle: FileHandle, file: string): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  const { size } = await handle.stat()
  for (let at = 0; at + BLOCK_BYTES <= size; ) {
    const { buffer: head } = await handle.read(Buffer.alloc(BLOCK_BYTES), 0, BLOCK_BYTES, at)
    if (head[0] === 0) break
    const textAt = (from: number, to: number) => head.toString('utf8', from, to).replace(/\0.*$/s, '')
    const name = textAt(0, 100)
    const sizeBytes = Number.parseInt(textAt(124, 136), 8)
    const offset = at + BLOCK_BYTES
    const isFile = textAt(257, 262) === 'ustar' && textAt(156, 157) === '0' && sizeBytes >= 0
    if (!isFile || entries.has(name))
      throw new Failure('refused', `${file} is not an archive of this service.`)
    if (offset + sizeBytes > size) throw cutOff(file)
    const sha256 = await digestOf(handle, offset, sizeBytes)
    entries.set(name, { name, size_bytes: sizeBytes, sha256, offset })
    at = offset + Math.ceil(sizeBytes / BLOCK_BYTES) * BLOCK_BYTES
  }
  return entries
}

async function digestOf(handle: FileHandle, offset: number, sizeBytes: number): Promise<string> {
  const hash = createHash('sha256')
  const chunk = Buffer.alloc(CHUNK_BYTES)
  for (let done = 0; done < sizeBytes; ) {
    const { bytesRead } = await handle.read(chunk, 0, Math.min(CHUNK_BYTES, sizeBytes - done), offset + done)
    if (bytesRead === 0) break
    hash.update(chunk.subarray(0, bytesRead))
    done += bytesRead
  }
  return hash.digest('hex')
}

async function readManifest(handle: FileHandle, file: string, entry: Entry | undefined): Promise<Manifest> {
  if (!entry) throw cutOff(file)
  if (entry.size_bytes > MANIFEST_BYTES_MAX)
    throw new Failure('refused', `The manifest of ${file} is too large.`)
  const manifest: Manifest = parse(String(await readEntry(handle, file, entry)), `The manifest of ${file}`)
  if (manifest.version !== 1)
    throw new Failure('refused', `${file} is of another version.`, 'Update this program, and try again.')
  return manifest
}

async function readEntry(
  handle: FileHandle,
  file: string,
  entry: Entry | undefined,
): Promise<Buffer<ArrayBuffer>> {
  if (!entry) throw cutOff(file)
  const bytes = Buffer.alloc(entry.size_bytes)
  await handle.read(bytes, 0, bytes.length, entry.offset)
  return bytes
}

/** Every file of the manifest as it is, and no file beside them. */
function requireEqual(file: string, manifest: Manifest, entries: Map<string, Entry>): void {
  for (const { name, size_bytes, sha256 } of manifest.files) {
    const entry = entries.get(name)
    if (entry?.size_bytes !== size_bytes || entry.sha256 !== sha256)
      throw new Failure('refused', `${file} was changed: ${name} is not what the manifest says.`)
  }
  const listed = new Set(manifest.files.map(({ name }) => name))
  const added = [...entries.keys()].find((name) => !listed.has(name))
  if (added) throw new Failure('refused', `${file} was changed: ${added} is not in the manifest.`)
}

export function parse<T>(text: string, what: string): T {
  try {
    // What the service wrote; whatever is wrong in it, the service that it is sent to refuses.
    return JSON.parse(text) as T
  } catch {
    throw new Failure('refused', `${what} is not JSON.`)
  }
}

const cutOff = (file: string) =>
  new Failure('refused', `${file} is incomplete.`, 'The download was cut off. Export again.')
