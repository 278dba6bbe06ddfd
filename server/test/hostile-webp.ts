import sharp from 'sharp'
import { quarters } from './pictures.ts'

const text = (value: string) => Buffer.from(value, 'latin1')

export async function hostileWebps(): Promise<Record<string, Uint8Array>> {
  const lossy = await quarters(320, 240).webp().toBuffer()
  const lossless = await quarters(320, 240).webp({ lossless: true }).toBuffer()
  const frame = await quarters(64, 64).png().toBuffer()
  const animated = await sharp(
    Array.from({ length: 50 }, () => frame),
    { join: { animated: true } },
  )
    .webp()
    .toBuffer()
  const riff = (...chunks: Uint8Array[]) => {
    const body = Buffer.concat([text('WEBP'), ...chunks])
    return Buffer.concat([text('RIFF'), uint32le(body.length), body])
  }
  const chunk = (type: string, data: Uint8Array, length = data.length) =>
    Buffer.concat([text(type), uint32le(length), data, Buffer.alloc(data.length % 2)])
  const extended = (flags: number, width: number, height: number) => {
    const data = Buffer.alloc(10)
    data[0] = flags
    data.writeUIntLE(width - 1, 4, 3)
    data.writeUIntLE(height - 1, 7, 3)
    return chunk('VP8X', data)
  }
  const withRiffLength = (length: number) =>
    Buffer.concat([text('RIFF'), uint32le(length), lossy.subarray(8)])
  const picture = lossy.subarray(12)
  return {
    'webp header only': riff(),
    'webp RIFF length 0': withRiffLength(0),
    'webp RIFF length 2³²−1': withRiffLength(2 ** 32 - 1),
    'webp RIFF length too short': withRiffLength(100),
    'webp cut in half': lossy.subarray(0, lossy.length >> 1),
    'lossless webp cut in half': lossless.subarray(0, lossless.length >> 1),
    'webp chunk of 2³²−1 bytes': riff(chunk('VP8 ', picture.subarray(8), 2 ** 32 - 1)),
    'webp canvas of 16383 × 16383 over a small picture': riff(extended(0, 16_383, 16_383), picture),
    'webp canvas of 2²⁴ × 2²⁴': riff(extended(0, 2 ** 24, 2 ** 24), picture),
    'webp canvas smaller than the picture': riff(extended(0, 10, 10), picture),
    'webp that claims alpha, profile, EXIF and XMP': riff(extended(0x3c, 320, 240), picture),
    'webp that claims an animation': riff(extended(0x02, 320, 240), picture),
    'webp profile of noise': riff(
      extended(0x20, 320, 240),
      chunk('ICCP', Buffer.alloc(50_000, 'icc')),
      picture,
    ),
    'webp EXIF of noise': riff(
      extended(0x08, 320, 240),
      picture,
      chunk('EXIF', Buffer.alloc(50_000, 'MM\0*\xff')),
    ),
    'webp alpha of noise': riff(extended(0x10, 320, 240), chunk('ALPH', Buffer.alloc(999, 'alpha')), picture),
    'webp of noise': riff(chunk('VP8 ', Buffer.alloc(4000, 'noise'))),
    'lossless webp of noise': riff(chunk('VP8L', Buffer.alloc(4000, '/noise'))),
    'lossless webp 16384 × 16384': riff(
      chunk('VP8L', Buffer.concat([Buffer.from([0x2f, 0xff, 0xff, 0xff, 0x0f]), Buffer.alloc(300)])),
    ),
    'webp of 50 frames': animated,
    'webp animation cut': animated.subarray(0, animated.length - 300),
    'webp that is a sound': Buffer.concat([text('RIFF'), uint32le(36), text('WAVEfmt '), Buffer.alloc(28)]),
  }
}

function uint32le(value: number) {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
