import { execFileSync } from 'node:child_process'
import sharp from 'sharp'
import { jpegSegment, pngChunk, withSegments } from '../../testing/pictures.ts'

export const CANARY = 'CANARY-METADATA-93'

const EXIF = {
  IFD0: { Copyright: CANARY, ImageDescription: CANARY, Make: CANARY },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '51/1 30/1 3230/100',
    GPSLongitudeRef: 'W',
    GPSLongitude: '0/1 7/1 3900/100',
  },
}
const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:creator="${CANARY}"/></rdf:RDF></x:xmpmeta>`

export type Tagged = { name: string; bytes: Buffer }

/** Pictures that say where and by whom they were taken, in every way the accepted formats have. */
export async function createTagged(): Promise<Tagged[]> {
  const pixels = sharp({ create: { width: 800, height: 600, channels: 3, background: '#47a' } })
    .withIccProfile('p3')
    .withExif(EXIF)
    .withXmp(XMP)
  const jpeg = await pixels.clone().jpeg().toBuffer()
  const png = await pixels.clone().png().toBuffer()
  const webp = await pixels.clone().webp().toBuffer()
  const progressive = await pixels.clone().jpeg({ progressive: true }).toBuffer()
  return [
    { name: 'jpeg', bytes: jpeg },
    { name: 'jpeg progressive', bytes: progressive },
    { name: 'jpeg with IPTC, comment and APP12', bytes: withCanaries(jpeg) },
    {
      name: 'jpeg with bytes after its end',
      bytes: Buffer.concat([jpeg, Buffer.from(`PK\x03\x04${CANARY}`)]),
    },
    { name: 'png', bytes: png },
    { name: 'png with text chunks', bytes: withText(png) },
    { name: 'webp', bytes: webp },
  ]
}

function withCanaries(jpeg: Buffer): Buffer {
  const iptc = Buffer.concat([Buffer.from([0x1c, 2, 0x78, 0, CANARY.length]), Buffer.from(CANARY)])
  const resource = Buffer.concat([
    Buffer.from('8BIM'),
    Buffer.from([4, 4, 0, 0, 0, 0, 0, iptc.length]),
    iptc,
    Buffer.alloc(iptc.length % 2),
  ])
  const photoshop = jpegSegment(0xed, Buffer.concat([Buffer.from('Photoshop 3.0\0'), resource]))
  const added = [
    photoshop,
    jpegSegment(0xec, Buffer.from(`Ducky${CANARY}`)),
    jpegSegment(0xfe, Buffer.from(CANARY)),
  ]
  return withSegments(jpeg, ...added)
}

function withText(png: Buffer): Buffer {
  const chunks = [
    pngChunk('tEXt', Buffer.from(`Comment\0${CANARY}`)),
    pngChunk('iTXt', Buffer.from(`Author\0\0\0en\0\0${CANARY}`)),
    pngChunk('tIME', Buffer.from([7, 0xea, 11, 15, 2, 3, 4])),
  ]
  // The first chunk, IHDR, always ends at byte 33.
  return Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)])
}

/** Everything in a JPEG that is not needed to draw it: application segments, comments, bytes after its end. */
export function findSegments(jpeg: Buffer): string[] {
  if (jpeg.readUInt16BE(0) !== 0xffd8) return ['not a JPEG']
  const found: string[] = []
  let at = 2
  while (at + 4 <= jpeg.length) {
    const marker = jpeg.readUInt8(at + 1)
    if (jpeg.readUInt8(at) !== 0xff) return [...found, `no marker at byte ${at}`]
    if (marker === 0xd9) return at + 2 < jpeg.length ? [...found, 'bytes after the end'] : found
    const length = jpeg.readUInt16BE(at + 2)
    const body = jpeg.subarray(at + 4, at + 2 + length)
    // JFIF's own 14 bytes say density only; a longer one carries a thumbnail.
    const harmless =
      marker === 0xe0 && body.subarray(0, 5).toString('latin1') === 'JFIF\0' && body.length === 14
    if ((marker >= 0xe0 && marker <= 0xef && !harmless) || marker === 0xfe)
      found.push(
        `segment ff${marker.toString(16)} ${body
          .subarray(0, 12)
          .toString('latin1')
          .replace(/[^ -~]/g, '.')}`,
      )
    at += 2 + length
    if (marker === 0xda) at = endOfScan(jpeg, at)
  }
  return jpeg.readUInt16BE(jpeg.length - 2) === 0xffd9 ? found : [...found, 'no end marker']
}

function endOfScan(jpeg: Buffer, from: number): number {
  let at = jpeg.indexOf(0xff, from)
  for (; at >= 0 && at + 1 < jpeg.length; at = jpeg.indexOf(0xff, at + 2)) {
    const next = jpeg.readUInt8(at + 1)
    // Stuffed zero and restart markers belong to the scan.
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return jpeg.length
}

/** What exiftool finds beside the facts every picture has; null where exiftool is not installed. */
export function findWithExiftool(bytes: Buffer): string[] | null {
  let text: string
  try {
    text = execFileSync('exiftool', ['-j', '-G', '-a', '-u', '-'], { input: bytes, encoding: 'utf8' })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
  const tags = Object.keys(JSON.parse(text)[0] ?? {})
  return tags.filter(
    (tag) => !/^(SourceFile|(ExifTool|JFIF|Composite):.*|File:(?!Comment).*)$/.test(tag) || /GPS/.test(tag),
  )
}
