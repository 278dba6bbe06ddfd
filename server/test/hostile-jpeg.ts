import { jpegSegment, withSegments } from '../../testing/pictures.ts'
import { exifSegment, findFrame, quarters, withJpegSize } from './pictures.ts'

const text = (value: string) => Buffer.from(value, 'latin1')

export async function hostileJpegs(): Promise<Record<string, Uint8Array>> {
  const good = await quarters(320, 240).jpeg({ quality: 90 }).toBuffer()
  const progressive = await quarters(320, 240).jpeg({ progressive: true }).toBuffer()
  return {
    ...truncated(good, progressive),
    ...frames(good),
    ...tables(good, progressive),
    ...metadata(good),
    ...polyglots(good),
  }
}

function truncated(good: Buffer, progressive: Buffer) {
  const cut = [3, 4, 20, 100, 300, 600, 0.5, 0.7, 0.9]
  const at = (jpeg: Buffer, place: number) =>
    jpeg.subarray(0, place < 1 ? Math.floor(jpeg.length * place) : place)
  return Object.fromEntries([
    ...cut.map((place) => [`jpeg cut at ${place}`, at(good, place)]),
    ...cut.map((place) => [`progressive jpeg cut at ${place}`, at(progressive, place)]),
    ['jpeg without end', good.subarray(0, -2)],
    ['jpeg start and end only', Buffer.from([0xff, 0xd8, 0xff, 0xd9])],
  ])
}

function frames(good: Buffer) {
  const frame = findFrame(good)
  const patched = (at: number, ...bytes: number[]) => {
    const copy = Buffer.from(good)
    copy.set(bytes, frame + at)
    return copy
  }
  return {
    'jpeg 0 × 0': withJpegSize(good, 0, 0),
    'jpeg 0 × 240': withJpegSize(good, 0, 240),
    'jpeg 320 × 0': withJpegSize(good, 320, 0),
    'jpeg 65535 × 65535': withJpegSize(good, 65_535, 65_535),
    'jpeg 65535 × 1': withJpegSize(good, 65_535, 1),
    'jpeg 1 × 65535': withJpegSize(good, 1, 65_535),
    'jpeg 7000 × 7000 over a small scan': withJpegSize(good, 7000, 7000),
    'jpeg taller than its scan': withJpegSize(good, 320, 300),
    'jpeg shorter than its scan': withJpegSize(good, 320, 100),
    'jpeg of 12 bits': patched(4, 12),
    'jpeg of 0 bits': patched(4, 0),
    'jpeg of 0 components': patched(9, 0),
    'jpeg of 255 components': patched(9, 255),
    'jpeg sampling 0': patched(11, 0),
    'jpeg sampling 15': patched(11, 0xff),
    'jpeg table 9': patched(12, 9),
    'jpeg lossless frame': patched(1, 0xc3),
    'jpeg arithmetic frame': patched(1, 0xc9),
    'jpeg hierarchical frame': patched(1, 0xc5),
    'jpeg frame missing': patched(1, 0xee),
    'jpeg with two frames': Buffer.concat([
      good.subarray(0, frame),
      good.subarray(frame, frame + 19),
      good.subarray(frame),
    ]),
  }
}

function tables(good: Buffer, progressive: Buffer) {
  const scan = good.indexOf(Buffer.from([0xff, 0xda]))
  const noise = Buffer.from(good)
  for (let at = scan + 200; at < scan + 260; at++) noise[at] = (at * 7919) % 251
  const overfull = jpegSegment(
    0xc4,
    Buffer.concat([Buffer.from([0]), Buffer.alloc(16, 255), Buffer.alloc(255)]),
  )
  const lastScan = progressive.subarray(progressive.lastIndexOf(Buffer.from([0xff, 0xda])), -2)
  return {
    'jpeg noise in the scan': noise,
    'jpeg scan of zeros': Buffer.concat([
      good.subarray(0, scan + 14),
      Buffer.alloc(5000),
      Buffer.from([0xff, 0xd9]),
    ]),
    'jpeg without scan': Buffer.concat([good.subarray(0, scan), Buffer.from([0xff, 0xd9])]),
    'jpeg Huffman table overfull': withSegments(good, overfull),
    'jpeg Huffman table of one byte': withSegments(good, jpegSegment(0xc4, Buffer.from([0]))),
    'jpeg quantisation of zeros': withSegments(good, jpegSegment(0xdb, Buffer.alloc(65))),
    'jpeg quantisation cut short': withSegments(good, jpegSegment(0xdb, Buffer.alloc(10))),
    'jpeg restart interval 1': withSegments(good, jpegSegment(0xdd, Buffer.from([0, 1]))),
    'jpeg restart interval cut short': withSegments(good, jpegSegment(0xdd, Buffer.alloc(0))),
    'jpeg segment of length 0': withSegments(good, Buffer.from([0xff, 0xe5, 0, 0])),
    'jpeg segment longer than the file': withSegments(good, Buffer.from([0xff, 0xe5, 0xff, 0xff])),
    'jpeg of 1000 scans': Buffer.concat([
      progressive.subarray(0, -2),
      ...Array.from({ length: 1000 }, () => lastScan),
      Buffer.from([0xff, 0xd9]),
    ]),
  }
}

function metadata(good: Buffer) {
  const icc = (part: number, of: number) =>
    jpegSegment(
      0xe2,
      Buffer.concat([text('ICC_PROFILE\0'), Buffer.from([part, of]), Buffer.alloc(60_000, 'icc')]),
    )
  const exif = (bytes: Uint8Array) =>
    withSegments(good, jpegSegment(0xe1, Buffer.concat([text('Exif\0\0'), bytes])))
  const adobe = (transform: number) =>
    withSegments(
      good,
      jpegSegment(0xee, Buffer.concat([text('Adobe'), Buffer.from([0, 100, 0, 0, 0, 0, transform])])),
    )
  return {
    'jpeg EXIF that points at itself': withSegments(good, exifSegment({ orientation: 6, cyclic: true })),
    'jpeg EXIF that points outside': exif(text('MM\0*\x7f\xff\xff\xff')),
    'jpeg EXIF of 65535 entries': exif(
      Buffer.concat([text('MM\0*\0\0\0\x08\xff\xff'), Buffer.alloc(60_000, 1)]),
    ),
    'jpeg EXIF of noise': exif(Buffer.alloc(65_000, 'II*\0\x08noise')),
    'jpeg EXIF of two bytes': exif(text('MM')),
    'jpeg EXIF empty': exif(Buffer.alloc(0)),
    'jpeg EXIF with the picture as thumbnail': exif(
      Buffer.concat([text('MM\0*\0\0\0\x08\0\0'), good.subarray(0, 60_000)]),
    ),
    'jpeg ICC of 255 parts': withSegments(
      good,
      ...Array.from({ length: 255 }, (_, part) => icc(part + 1, 255)),
    ),
    'jpeg ICC with parts missing': withSegments(good, icc(3, 9)),
    'jpeg ICC part 0 of 0': withSegments(good, icc(0, 0)),
    'jpeg XMP of 6 MB': withSegments(
      good,
      ...Array.from({ length: 100 }, () =>
        jpegSegment(
          0xe1,
          Buffer.concat([text('http://ns.adobe.com/xap/1.0/\0'), Buffer.alloc(60_000, '<x>')]),
        ),
      ),
    ),
    'jpeg multi-picture that points outside': withSegments(
      good,
      jpegSegment(0xe2, text('MPF\0MM\0*\x7f\xff\xff\xff')),
    ),
    'jpeg Adobe transform 1': adobe(1),
    'jpeg Adobe transform 2': adobe(2),
    'jpeg Adobe transform 255': adobe(255),
    'jpeg comment with a script': withSegments(good, jpegSegment(0xfe, text('<script>alert(1)</script>'))),
  }
}

function polyglots(good: Buffer) {
  return {
    'jpeg twice': Buffer.concat([good, good]),
    'jpeg with a ZIP behind': Buffer.concat([good, text('PK\x03\x04'), Buffer.alloc(2000, 'zip')]),
    'jpeg with HTML behind': Buffer.concat([good, text('<html><script>alert(1)</script></html>')]),
    'jpeg that is JavaScript': withSegments(good, jpegSegment(0xfe, text('*/=alert(1);/*'))),
    'jpeg with a PDF inside': withSegments(
      good,
      jpegSegment(0xfe, text('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj')),
    ),
    'jpeg with 10 MB of zeros behind': Buffer.concat([good, Buffer.alloc(10_000_000)]),
  }
}
