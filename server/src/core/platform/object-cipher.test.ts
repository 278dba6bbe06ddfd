import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { describe, expect, it } from 'vitest'
import {
  encryptSource,
  HEADER_BYTES,
  ObjectDamaged,
  ObjectOpener,
  objectKeyIdOf,
  plainSizeOf,
  SEGMENT_BYTES,
} from './object-cipher.ts'
import { bufferSource } from './object-source.ts'
import { uuidv7 } from './uuid.ts'

const key = { id: uuidv7(), key: randomBytes(32) }
const NAME = 'org_alder/1/original'
const SEALED = SEGMENT_BYTES + 16

const encrypt = (plain: Buffer, name = NAME): Promise<Buffer> =>
  buffer(Readable.from(encryptSource(key, name, bufferSource(plain)).chunks()))

async function open(stored: Buffer, name = NAME, chunkBytes = 16_384, opening = key.key): Promise<Buffer> {
  const opener = new ObjectOpener(opening, stored.subarray(0, HEADER_BYTES), name, stored.length)
  const chunks = Array.from({ length: Math.ceil(stored.length / chunkBytes) }, (_, n) =>
    stored.subarray(HEADER_BYTES + n * chunkBytes, HEADER_BYTES + (n + 1) * chunkBytes),
  )
  const opened: Buffer[] = []
  await pipeline(Readable.from(chunks), opener, async (plain) => {
    for await (const chunk of plain) opened.push(chunk)
  })
  return Buffer.concat(opened)
}

describe('an encrypted object', () => {
  it.each([0, 1, 65_535, 65_536, 65_537, 131_072, 300_000])('opens to its %i bytes', async (size) => {
    const plain = randomBytes(size)
    const stored = await encrypt(plain)
    expect(encryptSource(key, NAME, bufferSource(plain)).sizeBytes).toBe(stored.length)
    expect(plainSizeOf(stored.length)).toBe(size)
    expect(objectKeyIdOf(stored)).toBe(key.id)
    for (const chunkBytes of [7_001, 65_536, 1_000_000])
      expect((await open(stored, NAME, chunkBytes)).equals(plain)).toBe(true)
  })

  it('shows nothing of its bytes, is another one each time, and is read alike twice', async () => {
    const plain = Buffer.alloc(200_000, 'canary')
    const source = encryptSource(key, NAME, bufferSource(plain))
    const read = () => buffer(Readable.from(source.chunks()))
    const stored = await read()
    expect(stored.includes('canary')).toBe(false)
    expect((await read()).equals(stored)).toBe(true)
    expect((await encrypt(plain)).subarray(HEADER_BYTES).equals(stored.subarray(HEADER_BYTES))).toBe(false)
  })

  it('opens under its own name and with its own key only', async () => {
    const stored = await encrypt(randomBytes(1_000))
    await expect(open(stored, 'org_alder/2/original')).rejects.toThrow(ObjectDamaged)
    await expect(open(stored, NAME, 16_384, randomBytes(32))).rejects.toThrow(ObjectDamaged)
  })

  it('does not open once a byte has changed, wherever it is', async () => {
    const stored = await encrypt(randomBytes(150_000))
    const places = [8, 24, HEADER_BYTES - 1, HEADER_BYTES, HEADER_BYTES + SEALED, stored.length - 1]
    for (const at of places) {
      const changed = Buffer.from(stored)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      await expect(open(changed), `byte ${at}`).rejects.toThrow(ObjectDamaged)
    }
  })

  it('does not open cut off, longer, or with segments in another order', async () => {
    const stored = await encrypt(randomBytes(3 * SEGMENT_BYTES))
    const header = stored.subarray(0, HEADER_BYTES)
    const segment = (n: number) => stored.subarray(HEADER_BYTES + n * SEALED, HEADER_BYTES + (n + 1) * SEALED)
    const wrong = {
      shorter: stored.subarray(0, -1),
      'without its last segment': Buffer.concat([header, segment(0), segment(1)]),
      'without its first segment': Buffer.concat([header, segment(1), segment(2)]),
      'in another order': Buffer.concat([header, segment(1), segment(0), segment(2)]),
      'with one twice': Buffer.concat([header, segment(0), segment(1), segment(1), segment(2)]),
      longer: Buffer.concat([stored, Buffer.from('x')]),
      'empty behind its header': header,
    }
    for (const [name, bytes] of Object.entries(wrong))
      await expect(open(bytes), name).rejects.toThrow(ObjectDamaged)
  })

  it('ends with an error where the connection brings fewer bytes than it said', async () => {
    const stored = await encrypt(randomBytes(200_000))
    const opener = new ObjectOpener(key.key, stored.subarray(0, HEADER_BYTES), NAME, stored.length)
    const cut = Readable.from([stored.subarray(HEADER_BYTES, 150_000)])
    await expect(pipeline(cut, opener, async (plain) => buffer(plain))).rejects.toThrow('cut off')
  })

  it('is told from a picture and from a PDF', () => {
    expect(objectKeyIdOf(Buffer.concat([Buffer.from('%PDF-1.7'), randomBytes(100)]))).toBeNull()
    expect(objectKeyIdOf(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), randomBytes(100)]))).toBeNull()
    expect(objectKeyIdOf(Buffer.from('walkenc\x01'))).toBeNull()
  })
})
