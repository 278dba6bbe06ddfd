import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { jpegSegment, pngChunk, uint32, withSegments } from '../../testing/pictures.ts'

export type Rgb = [number, number, number]
export const RED: Rgb = [200, 30, 30]
export const GREEN: Rgb = [30, 180, 30]
export const BLUE: Rgb = [30, 30, 200]
export const GRAY: Rgb = [128, 128, 128]

export const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export type PngOptions = {
  width: number
  height: number
  depth?: number
  /** 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGBA. */
  color?: number
  interlace?: boolean
  /** The bytes before compression; black rows by default. */
  rows?: Uint8Array
  beforeIdat?: Uint8Array[]
  idat?: Uint8Array
}

/** The right number of bytes for a black picture; an interlaced one has seven small pictures in it. */
export function blackPngRows({ width, height, depth = 8, color = 2, interlace = false }: PngOptions) {
  const bytesOf = (columns: number, rows: number) =>
    columns * rows === 0 ? 0 : rows * (1 + Math.ceil((columns * depth * pngChannels(color)) / 8))
  if (!interlace) return Buffer.alloc(bytesOf(width, height))
  const sizes = ADAM7.map(([x, y, right, down]) =>
    bytesOf(Math.ceil((width - x) / right), Math.ceil((height - y) / down)),
  )
  return Buffer.alloc(sizes.reduce((sum, size) => sum + size, 0))
}

// PNG 8.2: first column, first row, and the steps to the next.
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

export function pngHeader({ width, height, depth = 8, color = 2, interlace = false }: PngOptions) {
  return Buffer.concat([uint32(width), uint32(height), Buffer.from([depth, color, 0, 0, interlace ? 1 : 0])])
}

/** A PNG written by hand, so that any field can lie. */
export function png(options: PngOptions) {
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', pngHeader(options)),
    ...(options.beforeIdat ?? []),
    pngChunk('IDAT', options.idat ?? deflateSync(options.rows ?? blackPngRows(options))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function pngChannels(color: number) {
  return { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[color] ?? 1
}

/** Red, green, blue and grey quarters, clockwise from the top left, as raw RGB. */
export function quarters(width: number, height: number) {
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const left = x < width / 2
      const color = y < height / 2 ? (left ? RED : GREEN) : left ? GRAY : BLUE
      pixels.set(color, (y * width + x) * 3)
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

/** Rewrites the size in the frame header, ITU-T T.81 B.2.2. */
export function withJpegSize(jpeg: Uint8Array, width: number, height: number) {
  const copy = Buffer.from(jpeg)
  const frame = findFrame(copy)
  copy.writeUInt16BE(height, frame + 5)
  copy.writeUInt16BE(width, frame + 7)
  return copy
}

/** Where the frame header of a JPEG begins, baseline or progressive. */
export function findFrame(jpeg: Buffer) {
  let at = 2
  while (jpeg[at + 1] !== 0xc0 && jpeg[at + 1] !== 0xc2) at += 2 + jpeg.readUInt16BE(at + 2)
  return at
}

/** Start, quantisation, frame, Huffman tables, scan, end. Any other marker could carry metadata. */
export const MARKERS_WITHOUT_METADATA = [0xd8, 0xdb, 0xdb, 0xc0, 0xc4, 0xc4, 0xc4, 0xc4, 0xda, 0xd9]

/** The markers of a JPEG with one scan. Bytes behind the end count as one more marker. */
export function jpegMarkers(jpeg: Buffer) {
  const markers = [0xd8]
  let at = 2
  while (markers.at(-1) !== 0xda) {
    markers.push(jpeg[at + 1] ?? 0)
    at += 2 + jpeg.readUInt16BE(at + 2)
  }
  // Inside a scan a real 0xff is followed by 0x00, so the next other marker is its end.
  while (at < jpeg.length && !(jpeg[at] === 0xff && jpeg[at + 1] !== 0)) at++
  return [...markers, ...jpeg.subarray(at + 1)]
}

export type ExifOptions = {
  orientation?: number
  dateTimeOriginal?: string
  offsetTimeOriginal?: string
  gps?: boolean
  /** The EXIF directory is the directory that names it. */
  cyclic?: boolean
}

export function exifSegment(options: ExifOptions) {
  return jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exifTiff(options)]))
}

/** A picture as a telephone sends it. */
export async function jpegWithExif(options: ExifOptions & { width?: number; height?: number } = {}) {
  const jpeg = await quarters(options.width ?? 96, options.height ?? 64)
    .jpeg({ quality: 95 })
    .toBuffer()
  return withSegments(jpeg, exifSegment(options))
}

type Entry = { tag: number; type: number; count: number; value: Buffer }

const short = (tag: number, value: number): Entry => ({
  tag,
  type: 3,
  count: 1,
  value: Buffer.from([value >> 8, value & 255, 0, 0]),
})
const long = (tag: number, value: number): Entry => ({ tag, type: 4, count: 1, value: uint32(value) })
const ascii = (tag: number, text: string): Entry => ({
  tag,
  type: 2,
  count: text.length + 1,
  value: Buffer.from(`${text}\0`, 'latin1'),
})
const degrees = (tag: number, parts: number[]): Entry => ({
  tag,
  type: 5,
  count: parts.length,
  value: Buffer.concat(parts.map((part) => Buffer.concat([uint32(part), uint32(1)]))),
})

export function exifTiff(options: ExifOptions) {
  const exif = [
    ...(options.dateTimeOriginal ? [ascii(0x9003, options.dateTimeOriginal)] : []),
    ...(options.offsetTimeOriginal ? [ascii(0x9011, options.offsetTimeOriginal)] : []),
  ]
  const gps = options.gps
    ? [ascii(1, 'N'), degrees(2, [47, 21, 7]), ascii(3, 'E'), degrees(4, [8, 31, 9])]
    : []
  // Directories follow the eight-byte header one after the other; their places depend only on the sizes before.
  const main = (exifAt: number, gpsAt: number) => [
    ascii(0x010f, 'SECRET-CAMERA'),
    ...(options.orientation === undefined ? [] : [short(0x0112, options.orientation)]),
    long(0x8769, exifAt),
    long(0x8825, gpsAt),
  ]
  const exifAt = 8 + directory(8, main(0, 0)).length
  const gpsAt = exifAt + directory(exifAt, exif).length
  return Buffer.concat([
    Buffer.from('MM\0*\0\0\0\u0008', 'latin1'),
    directory(8, main(options.cyclic ? 8 : exifAt, gpsAt)),
    directory(exifAt, exif),
    directory(gpsAt, gps),
  ])
}

function directory(at: number, entries: Entry[]) {
  const count = Buffer.alloc(2)
  count.writeUInt16BE(entries.length)
  const tail: Buffer[] = []
  let tailAt = at + 2 + entries.length * 12 + 4
  const heads = entries.map(({ tag, type, count, value }) => {
    const head = Buffer.alloc(12)
    head.writeUInt16BE(tag)
    head.writeUInt16BE(type, 2)
    head.writeUInt32BE(count, 4)
    if (value.length <= 4) value.copy(head, 8)
    else {
      head.writeUInt32BE(tailAt, 8)
      tail.push(value)
      tailAt += value.length
    }
    return head
  })
  return Buffer.concat([count, ...heads, uint32(0), ...tail])
}
