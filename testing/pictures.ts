import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import type { Random } from './random.ts'

export type TestPicture = { bytes: Buffer; sha256: string }

const SIZES = [
  { width: 640, height: 480 },
  { width: 480, height: 640 },
  { width: 800, height: 450 },
] as const

/** A few small JPEGs: noise and gradients, upright and wide. */
export async function createBasePictures(random: Random): Promise<Buffer[]> {
  return Promise.all(
    SIZES.flatMap((size) => [noise(random, { ...size, quality: 60 }), gradient(random, size)]),
  )
}

/** Noise does not compress: the way to a small picture with many bytes. */
export async function noise(
  random: Random,
  size: { width: number; height: number; quality: number },
): Promise<Buffer> {
  const pixels = Buffer.alloc(size.width * size.height * 3)
  // A short random block, shifted row by row: as noisy for JPEG, and quick to make.
  const block = random.bytes(8_191)
  for (let at = 0; at < pixels.length; at += block.length) block.copy(pixels, at)
  return sharp(pixels, { raw: { width: size.width, height: size.height, channels: 3 } })
    .jpeg({ quality: size.quality, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

async function gradient(random: Random, size: { width: number; height: number }): Promise<Buffer> {
  const color = () => `rgb(${random.below(256)},${random.below(256)},${random.below(256)})`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
    <linearGradient id="g"><stop stop-color="${color()}"/><stop offset="1" stop-color="${color()}"/></linearGradient>
    <rect width="100%" height="100%" fill="url(#g)"/><circle cx="50%" cy="50%" r="20%" fill="${color()}"/></svg>`
  return sharp(Buffer.from(svg)).jpeg().toBuffer()
}

export const toWebp = (picture: Buffer): Promise<Buffer> => sharp(picture).webp().toBuffer()

/** The same pixels under a digest of their own: a comment with random bytes goes in after the first marker. */
export function vary(jpeg: Buffer, random: Random): TestPicture {
  const comment = Buffer.from(`unique ${random.bytes(16).toString('hex')}`)
  const bytes = withSegments(jpeg, jpegSegment(0xfe, comment))
  return { bytes, sha256: digest(bytes) }
}

export function jpegSegment(marker: number, data: Uint8Array) {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(data.length + 2)
  return Buffer.concat([Buffer.from([0xff, marker]), length, data])
}

/** Puts segments right after the start of a JPEG. */
export function withSegments(jpeg: Uint8Array, ...segments: Uint8Array[]) {
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])
}

export function pngChunk(type: string, data: Uint8Array, lies: { length?: number; crc?: number } = {}) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([uint32(lies.length ?? data.length), body, uint32(lies.crc ?? crc32(body))])
}

export function uint32(value: number) {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

export function readPicture(file: string): TestPicture {
  const bytes = readFileSync(file)
  return { bytes, sha256: digest(bytes) }
}

export function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
