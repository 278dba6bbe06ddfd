import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seededRandom } from '../../../../../testing/random.ts'
import { disguisedFiles, hostilePictures } from '../../../../test/hostile-pictures.ts'
import { openDecoder } from '../../../../test/picture-decoder.ts'
import {
  jpegMarkers,
  jpegWithExif,
  MARKERS_WITHOUT_METADATA,
  png,
  quarters,
} from '../../../../test/pictures.ts'
import { PictureRejected } from './picture-errors.ts'

const corpus = await hostilePictures()
const disguised = Object.keys(await disguisedFiles())

let decoder: Awaited<ReturnType<typeof openDecoder>>
let good: Buffer
beforeAll(async () => {
  decoder = await openDecoder({ timeoutMs: 10_000 })
  good = await jpegWithExif({ orientation: 6 })
})
afterAll(() => decoder.close())

/** What became of a file. Anything but a picture or a PictureRejected is a bug, and thrown on. */
async function outcomeOf(bytes: Uint8Array) {
  try {
    const { picture, working } = await decoder.decode(bytes)
    expect(jpegMarkers(picture)).toEqual(MARKERS_WITHOUT_METADATA)
    expect(jpegMarkers(working)).toEqual(MARKERS_WITHOUT_METADATA)
    return 'decoded'
  } catch (error) {
    if (error instanceof PictureRejected) return error.reason
    throw error
  }
}

function expectedOf(name: string) {
  if (name === 'HEIC brand and nothing else') return ['corrupt']
  if (disguised.includes(name)) return ['unsupported_media']
  if (/^(png|jpeg) (30000|65000|16383|7072|65501|65535) ×|^png 1 × 2000000$|^jpeg 1 × 65535$/.test(name)) {
    return ['too_many_pixels']
  }
  if (/ cut |without (header|data|scan)|jpeg without end|only$| 0 × | × 0$|noise in the scan/.test(name))
    return ['corrupt']
  if (/behind|inside$|twice$|comment|EXIF|of zeros behind|^png (1 × 60000|60000 × 1|1 × 1)$/.test(name))
    return ['decoded']
  return ['decoded', 'corrupt', 'unsupported_media', 'too_many_pixels']
}

describe('hostile pictures', () => {
  it('are at least two hundred', () => expect(corpus.length).toBeGreaterThanOrEqual(200))

  it.each(corpus)('$name', async ({ name, bytes }) => {
    expect(expectedOf(name)).toContain(await outcomeOf(bytes))
    await expect(decoder.decode(good)).resolves.toMatchObject({ image_width: 64, image_height: 96 })
  })

  it('may be any bytes', async () => {
    const random = seededRandom('mutated pictures')
    const seeds: [Buffer, ...Buffer[]] = [
      good,
      await quarters(120, 80).jpeg({ progressive: true }).toBuffer(),
      png({ width: 40, height: 30, interlace: true }),
      await quarters(120, 80).png({ palette: true }).toBuffer(),
      await quarters(120, 80).webp().toBuffer(),
      await quarters(120, 80).webp({ lossless: true }).toBuffer(),
    ]
    for (let count = 0; count < 300; count++) {
      const bytes = Buffer.from(random.pick(seeds))
      for (let change = random.below(6); change >= 0; change--) {
        if (random.below(4) > 0) bytes[random.below(bytes.length)] = random.below(256)
        else bytes.copyWithin(random.below(bytes.length), random.below(bytes.length), bytes.length)
      }
      await outcomeOf(bytes)
    }
    await expect(decoder.decode(good)).resolves.toMatchObject({ image_width: 64, image_height: 96 })
  })
})
