import { deflateSync } from 'node:zlib'
import { pngChunk, uint32 } from '../../testing/pictures.ts'
import { blackPngRows, exifTiff, PNG_SIGNATURE, type PngOptions, png, pngHeader } from './pictures.ts'

const SMALL = { width: 32, height: 32 }
const MIB = 1024 * 1024
const zeros = (sizeBytes: number) => deflateSync(Buffer.alloc(sizeBytes))
const text = (value: string) => Buffer.from(value, 'latin1')
const IEND = pngChunk('IEND', Buffer.alloc(0))
const IDAT = pngChunk('IDAT', deflateSync(blackPngRows(SMALL)))

/** A header that promises much over data that holds little. */
const claim = (options: PngOptions) => png({ ...options, idat: zeros(1000) })
const withChunks = (...chunks: Uint8Array[]) => png({ ...SMALL, beforeIdat: chunks })
const joined = (...parts: Uint8Array[]) => Buffer.concat([PNG_SIGNATURE, ...parts])

export function hostilePngs(): Record<string, Uint8Array> {
  return { ...sizes(), ...headers(), ...chunks(), ...metadata() }
}

function sizes() {
  return {
    'png 30000 × 30000': claim({ width: 30_000, height: 30_000 }),
    'png 65000 × 65000': claim({ width: 65_000, height: 65_000 }),
    'png 16383 × 16383 interlaced': claim({ width: 16_383, height: 16_383, interlace: true }),
    'png 7072 × 7072, just over the limit': claim({ width: 7072, height: 7072 }),
    'png 1 × 2000000': claim({ width: 1, height: 2_000_000 }),
    'png 65501 × 1': png({ width: 65_501, height: 1 }),
    'png 1 × 2³¹−1': claim({ width: 1, height: 2 ** 31 - 1 }),
    'png 2³¹−1 × 2³¹−1': claim({ width: 2 ** 31 - 1, height: 2 ** 31 - 1 }),
    'png 2³²−1 × 1': claim({ width: 2 ** 32 - 1, height: 1 }),
    'png 0 × 0': claim({ width: 0, height: 0 }),
    'png 0 × 10': claim({ width: 0, height: 10 }),
    'png 1 × 60000': png({ width: 1, height: 60_000 }),
    'png 60000 × 1': png({ width: 60_000, height: 1 }),
    'png 1 × 1': png({ width: 1, height: 1 }),
    'png 4999 × 4999 interlaced': png({ width: 4999, height: 4999, interlace: true }),
    'png 3001 × 3001 16-bit with alpha interlaced': png({
      width: 3001,
      height: 3001,
      depth: 16,
      color: 6,
      interlace: true,
    }),
    'png 7000 × 7000 of one bit': png({ width: 7000, height: 7000, depth: 1, color: 0 }),
  }
}

function headers() {
  const header = (change: (bytes: Buffer) => void) => {
    const bytes = pngHeader(SMALL)
    change(bytes)
    return joined(pngChunk('IHDR', bytes), IDAT, IEND)
  }
  const good = pngChunk('IHDR', pngHeader(SMALL))
  return {
    'png depth 3': header((bytes) => void bytes.writeUInt8(3, 8)),
    'png depth 16 with palette': header((bytes) => void bytes.set([16, 3], 8)),
    'png colour type 5': header((bytes) => void bytes.writeUInt8(5, 9)),
    'png compression 1': header((bytes) => void bytes.writeUInt8(1, 10)),
    'png filter method 1': header((bytes) => void bytes.writeUInt8(1, 11)),
    'png interlace 2': header((bytes) => void bytes.writeUInt8(2, 12)),
    'png signature only': PNG_SIGNATURE,
    'png without header': joined(IDAT, IEND),
    'png without data': joined(good, IEND),
    'png without end': joined(good, IDAT),
    'png with two headers': joined(
      good,
      pngChunk('IHDR', pngHeader({ width: 4000, height: 4000 })),
      IDAT,
      IEND,
    ),
    'png header of 5 bytes': joined(pngChunk('IHDR', Buffer.alloc(5)), IDAT, IEND),
    'png data before header': joined(IDAT, good, IEND),
    'png header with bad checksum': joined(pngChunk('IHDR', pngHeader(SMALL), { crc: 1 }), IDAT, IEND),
  }
}

function chunks() {
  const rows = blackPngRows(SMALL)
  const badFilter = Buffer.from(rows).fill(9, 0, 1)
  const header = pngChunk('IHDR', pngHeader(SMALL))
  return {
    'png data with bad checksum': joined(header, pngChunk('IDAT', deflateSync(rows), { crc: 7 }), IEND),
    'png end with bad checksum': joined(header, IDAT, pngChunk('IEND', Buffer.alloc(0), { crc: 7 })),
    'png chunk of 2³¹−1 bytes': withChunks(pngChunk('tEXt', text('a\0b'), { length: 2 ** 31 - 1 })),
    'png chunk of 2³²−1 bytes': withChunks(pngChunk('IDAT', text('x'), { length: 2 ** 32 - 1 })),
    'png data that is not compressed': png({ ...SMALL, idat: text('not deflate at all') }),
    'png data cut off': png({ ...SMALL, width: 900, height: 900, idat: zeros(2_000_000).subarray(0, 900) }),
    'png data too short': png({ ...SMALL, rows: rows.subarray(0, 500) }),
    'png data empty': png({ ...SMALL, idat: Buffer.alloc(0) }),
    'png data bomb of 100 MiB': png({ ...SMALL, idat: zeros(100 * MIB) }),
    'png filter 9': png({ ...SMALL, rows: badFilter }),
    'png palette missing': png({ ...SMALL, color: 3 }),
    'png palette of 1000 colours': png({
      ...SMALL,
      color: 3,
      beforeIdat: [pngChunk('PLTE', Buffer.alloc(3000))],
    }),
    'png palette index out of range': png({
      ...SMALL,
      color: 3,
      rows: Buffer.alloc(33 * 32, 200).map((byte, at) => (at % 33 ? byte : 0)),
      beforeIdat: [pngChunk('PLTE', Buffer.alloc(3))],
    }),
    'png 5000 empty data chunks': withChunks(
      ...Array.from({ length: 5000 }, () => pngChunk('IDAT', Buffer.alloc(0))),
    ),
    'png unknown critical chunk': withChunks(pngChunk('EVIL', text('x'))),
    'png of 10000 frames': withChunks(
      pngChunk('acTL', Buffer.concat([uint32(10_000), uint32(0)])),
      ...Array.from({ length: 200 }, (_, at) =>
        pngChunk('fcTL', Buffer.concat([uint32(at), Buffer.alloc(22)])),
      ),
    ),
    'png with a program behind': Buffer.concat([png(SMALL), text('<?php system($_GET["c"]); ?>')]),
  }
}

function metadata() {
  return {
    'png zTXt bomb of 100 MiB': withChunks(
      pngChunk('zTXt', Buffer.concat([text('a\0\0'), zeros(100 * MIB)])),
    ),
    'png iTXt bomb of 100 MiB': withChunks(
      pngChunk('iTXt', Buffer.concat([text('XML:com.adobe.xmp\0\x01\0\0\0'), zeros(100 * MIB)])),
    ),
    'png iCCP bomb of 100 MiB': withChunks(
      pngChunk('iCCP', Buffer.concat([text('a\0\0'), zeros(100 * MIB)])),
    ),
    'png iCCP of noise': withChunks(
      pngChunk('iCCP', Buffer.concat([text('a\0\0'), deflateSync(Buffer.alloc(4000, 'noise'))])),
    ),
    'png 20000 texts': withChunks(
      ...Array.from({ length: 20_000 }, (_, at) => pngChunk('tEXt', text(`k${at}\0v`))),
    ),
    'png eXIf of noise': withChunks(pngChunk('eXIf', Buffer.alloc(500, 'MM\0*\xff'))),
    'png eXIf that points at itself': withChunks(
      pngChunk('eXIf', exifTiff({ orientation: 6, cyclic: true })),
    ),
    'png gAMA 0': withChunks(pngChunk('gAMA', uint32(0))),
    'png cHRM of zeros': withChunks(pngChunk('cHRM', Buffer.alloc(32))),
    'png tRNS too long': withChunks(pngChunk('tRNS', Buffer.alloc(900))),
  }
}
