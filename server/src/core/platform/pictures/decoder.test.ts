import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jpegSegment, withSegments } from '../../../../../testing/pictures.ts'
import { openDecoder } from '../../../../test/picture-decoder.ts'
import {
  BLUE,
  exifSegment,
  GRAY,
  GREEN,
  jpegMarkers,
  jpegWithExif,
  MARKERS_WITHOUT_METADATA,
  png,
  quarters,
  RED,
  type Rgb,
} from '../../../../test/pictures.ts'
import { ROTATIONS, type Rotation } from './decoder.ts'

let decoder: Awaited<ReturnType<typeof openDecoder>>
beforeAll(async () => {
  decoder = await openDecoder({ children: 2 })
})
afterAll(() => decoder.close())

const NAMES = new Map<Rgb, string>([
  [RED, 'red'],
  [GREEN, 'green'],
  [BLUE, 'blue'],
  [GRAY, 'gray'],
])

/** The colours of the quarters, clockwise from the top left. */
async function quartersOf(jpeg: Buffer) {
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const start = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
    const pixel = [...data.subarray(start, start + 3)]
    const distance = (color: Rgb) =>
      color.reduce((sum, value, i) => sum + Math.abs(value - (pixel[i] ?? 0)), 0)
    const nearest = [...NAMES.keys()].find((color) => distance(color) < 30)
    return nearest ? NAMES.get(nearest) : pixel
  }
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.75, 0.75), at(0.25, 0.75)]
}

// Exif 2.32, 4.6.4: the side of the picture as seen at which the first stored row and column lie.
const ORIENTATIONS = [
  { orientation: 1, row: 'top', column: 'left' },
  { orientation: 2, row: 'top', column: 'right' },
  { orientation: 3, row: 'bottom', column: 'right' },
  { orientation: 4, row: 'bottom', column: 'left' },
  { orientation: 5, row: 'left', column: 'top' },
  { orientation: 6, row: 'right', column: 'top' },
  { orientation: 7, row: 'right', column: 'bottom' },
  { orientation: 8, row: 'left', column: 'bottom' },
] as const

const OPPOSITE = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' } as const
type Side = keyof typeof OPPOSITE

function seen(row: Side, column: Side) {
  const stored: [string, Side, Side][] = [
    ['red', row, column],
    ['green', row, OPPOSITE[column]],
    ['blue', OPPOSITE[row], OPPOSITE[column]],
    ['gray', OPPOSITE[row], column],
  ]
  const corner = (a: Side, b: Side) =>
    stored.find(([, ...sides]) => sides.includes(a) && sides.includes(b))?.[0]
  return [corner('top', 'left'), corner('top', 'right'), corner('bottom', 'right'), corner('bottom', 'left')]
}

describe('decode', () => {
  const rotations: Rotation[] = ['NO_ROTATION', 'CLOCKWISE_90', 'CLOCKWISE_180', 'CLOCKWISE_270']
  const cases = ORIENTATIONS.flatMap((each) => rotations.map((rotate) => ({ ...each, rotate })))

  it.each(cases)(
    'turns orientation $orientation upright, then $rotate',
    async ({ orientation, row, column, rotate }) => {
      const result = await decoder.decode(await jpegWithExif({ orientation, width: 96, height: 64 }), rotate)
      const quarterTurns = ROTATIONS[rotate] / 90
      const upright = seen(row, column)
      const expected = upright.map((_, index) => upright[(index + 4 - quarterTurns) % 4])
      expect(await quartersOf(result.picture)).toEqual(expected)
      expect(await quartersOf(result.working)).toEqual(expected)
      const size = orientation >= 5 !== (quarterTurns % 2 === 1) ? [64, 96] : [96, 64]
      expect([result.image_width, result.image_height]).toEqual(size)
      expect([result.working_width, result.working_height]).toEqual(size)
    },
  )

  it.each([0, 9, 65535])('takes the impossible orientation %i for none', async (orientation) => {
    const result = await decoder.decode(await jpegWithExif({ orientation }))
    expect(await quartersOf(result.picture)).toEqual(['red', 'green', 'blue', 'gray'])
  })

  it('reduces the working picture to 2048 px and leaves the other whole', async () => {
    const result = await decoder.decode(await quarters(3000, 1000).jpeg().toBuffer(), 'CLOCKWISE_90')
    expect(result).toMatchObject({
      image_width: 1000,
      image_height: 3000,
      working_width: 683,
      working_height: 2048,
    })
    expect(await sharp(result.working).metadata()).toMatchObject({ width: 683, height: 2048 })
  })

  it.each([
    ['PNG', () => quarters(96, 64).png().toBuffer(), 'image/png'],
    ['PNG with a palette', () => quarters(96, 64).png({ palette: true }).toBuffer(), 'image/png'],
    ['interlaced PNG', () => quarters(96, 64).png({ progressive: true }).toBuffer(), 'image/png'],
    ['16-bit PNG', () => quarters(96, 64).toColourspace('rgb16').png().toBuffer(), 'image/png'],
    ['WebP', () => quarters(96, 64).webp({ quality: 95 }).toBuffer(), 'image/webp'],
    ['lossless WebP', () => quarters(96, 64).webp({ lossless: true }).toBuffer(), 'image/webp'],
    ['progressive JPEG', () => quarters(96, 64).jpeg({ progressive: true }).toBuffer(), 'image/jpeg'],
  ] as const)('reads %s', async (_, make, source_mimetype) => {
    const result = await decoder.decode(await make())
    expect(result).toMatchObject({
      image_width: 96,
      mimetype: 'image/jpeg',
      source_mimetype,
      captured_at: null,
    })
    expect(await quartersOf(result.picture)).toEqual(['red', 'green', 'blue', 'gray'])
  })

  it('reads a CMYK JPEG as colours a screen can show', async () => {
    const result = await decoder.decode(await quarters(96, 64).toColourspace('cmyk').jpeg().toBuffer())
    expect(await sharp(result.picture).metadata()).toMatchObject({ space: 'srgb', channels: 3 })
    const { dominant } = await sharp(result.picture)
      .extract({ left: 4, top: 4, width: 30, height: 20 })
      .stats()
    expect(dominant.r).toBeGreaterThan(dominant.g + 80)
  })

  it.each(['8-bit', '16-bit', 'JPEG'])('reads a grey picture, %s', async (kind) => {
    const gray = quarters(96, 64).toColourspace(kind === '16-bit' ? 'grey16' : 'b-w')
    const result = await decoder.decode(await (kind === 'JPEG' ? gray.jpeg() : gray.png()).toBuffer())
    const metadata = await sharp(result.working).metadata()
    expect(metadata).toMatchObject({ width: 96, height: 64, space: 'srgb', channels: 3 })
    expect((await quartersOf(result.picture))[3]).toBe('gray')
  })

  it('lays transparent pixels on white', async () => {
    const clear = png({ width: 8, height: 8, color: 6 })
    const { data } = await sharp((await decoder.decode(clear)).picture)
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(Math.min(...data)).toBeGreaterThan(250)
  })

  it('converts a wide-gamut profile to sRGB', async () => {
    const red = sharp({ create: { width: 16, height: 16, channels: 3, background: '#c81e1e' } })
    const p3 = await sharp(await red.png().toBuffer())
      .withIccProfile('p3')
      .png()
      .toBuffer()
    const result = await decoder.decode(p3)
    const { dominant } = await sharp(result.picture).stats()
    expect(Math.abs(dominant.r - 200)).toBeLessThan(12)
    expect((await sharp(p3, { ignoreIcc: true }).stats()).dominant.r).toBeLessThan(195)
  })

  it('keeps the time of capture and nothing else', async () => {
    const result = await decoder.decode(await telephonePicture())
    expect(result.captured_at).toBe('2024-05-01T10:30:00.000Z')
    for (const jpeg of [result.picture, result.working]) {
      expect(jpeg.includes('SECRET')).toBe(false)
      expect(jpegMarkers(jpeg)).toEqual(MARKERS_WITHOUT_METADATA)
      await expectNoTags(jpeg)
    }
  })
})

async function telephonePicture() {
  const p3 = await quarters(96, 64).withIccProfile('p3').jpeg().toBuffer()
  return withSegments(
    p3,
    exifSegment({
      orientation: 1,
      gps: true,
      dateTimeOriginal: '2024:05:01 12:30:00',
      offsetTimeOriginal: '+02:00',
    }),
    jpegSegment(0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>SECRET</x:xmpmeta>', 'latin1')),
    jpegSegment(0xed, Buffer.from('Photoshop 3.0\x008BIM SECRET', 'latin1')),
    jpegSegment(0xfe, Buffer.from('SECRET comment')),
  )
}

/** A second opinion where exiftool is installed. */
async function expectNoTags(jpeg: Buffer) {
  const dir = await mkdtemp(join(tmpdir(), 'walkaround-'))
  await writeFile(join(dir, 'picture.jpg'), jpeg)
  const { stdout, error } = spawnSync('exiftool', [
    '-G',
    '-json',
    '-EXIF:all',
    '-XMP:all',
    '-ICC_Profile:all',
    '-IPTC:all',
    '-Comment',
    join(dir, 'picture.jpg'),
  ])
  await rm(dir, { recursive: true })
  if (!error) expect(Object.keys(JSON.parse(stdout.toString())[0])).toEqual(['SourceFile'])
}
