import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { heicOf } from '../../../../test/heic.ts'
import { openDecoder } from '../../../../test/picture-decoder.ts'
import { jpegWithExif, quarters } from '../../../../test/pictures.ts'
import { convertHeic } from './heic.ts'
import { sniff } from './sniff.ts'

let decoder: Awaited<ReturnType<typeof openDecoder>>
let heic: Buffer
beforeAll(async () => {
  decoder = await openDecoder({ pixelsMax: 1_000_000 })
  heic = heicOf(
    await jpegWithExif({
      width: 320,
      height: 240,
      orientation: 6,
      dateTimeOriginal: '2024:05:06 07:08:09',
      offsetTimeOriginal: '+00:00',
    }),
  )
})
afterAll(() => decoder.close())

function readCommand(pid: string): string[] {
  try {
    return [readFileSync(`/proc/${pid}/cmdline`, 'utf8')]
  } catch {
    // It is no process, or ended between the listing and the reading.
    return []
  }
}

describe('HEIC', () => {
  it('is decoded as the file says, not turned once more by its Exif orientation', async () => {
    expect(sniff(heic)).toBe('image/heic')
    const { image_width, image_height, captured_at, picture } = await decoder.decode(heic)
    expect([image_width, image_height]).toEqual([320, 240])
    expect(captured_at).toBe('2024-05-06T07:08:09.000Z')
    const corner = await sharp(picture).extract({ left: 10, top: 10, width: 1, height: 1 }).raw().toBuffer()
    const upright = await quarters(320, 240)
      .extract({ left: 10, top: 10, width: 1, height: 1 })
      .raw()
      .toBuffer()
    expect([...corner].map((value, n) => Math.abs(value - (upright[n] ?? 0)) < 40)).toEqual([
      true,
      true,
      true,
    ])
  })

  it('turns as the caller asks', async () => {
    const { image_width, image_height } = await decoder.decode(heic, 'CLOCKWISE_90')
    expect([image_width, image_height]).toEqual([240, 320])
  })

  it('is refused when it is cut off, lies or is too large, and the decoder goes on', async () => {
    const size = heic.indexOf('ispe') + 8
    const large = Buffer.from(heic)
    large.writeUInt32BE(60_000, size)
    for (const [bytes, reason] of [
      [heic.subarray(0, heic.length / 2), 'corrupt'],
      [Buffer.concat([heic.subarray(0, 40), Buffer.alloc(2_000, 7)]), 'corrupt'],
      [large, 'too_many_pixels'],
    ] as const)
      await expect(decoder.decode(bytes)).rejects.toMatchObject({ name: 'PictureRejected', reason })
    expect(await decoder.decode(heic)).toMatchObject({ image_width: 320 })
  })

  it('is ended after its time, and leaves no process behind', async () => {
    const hasty = await openDecoder({ timeoutMs: 1 })
    await expect(hasty.decode(heic)).rejects.toMatchObject({ reason: 'timeout' })
    const commands = readdirSync('/proc').flatMap((pid) => readCommand(pid))
    expect(commands.filter((command) => command.includes(hasty.temporaryDir))).toEqual([])
    await hasty.close()
  })

  it('says what is missing where it cannot be decoded', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'walkaround-heic-'))
    writeFileSync(join(dir, 'upload'), heic)
    const { signal } = new AbortController()
    const options = { timeoutMs: 1_000, pixelsMax: 1_000_000, signal, converters: ['/nowhere/heif-convert'] }
    await expect(convertHeic(join(dir, 'upload'), dir, options)).rejects.toThrow('libheif-examples')
    rmSync(dir, { recursive: true })
  })
})
