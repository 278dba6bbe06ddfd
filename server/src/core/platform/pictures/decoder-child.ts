// The program in which bytes from strangers meet an image library. PictureDecoder starts it under
// limits and may kill it at any moment; it knows no secret and holds no state between pictures.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { resourceBehind, resourceInWords } from '../out-of-resources.ts'
import { readCapturedAt } from './captured-at.ts'
import type { DecodedPicture, DecoderReply, DecoderRequest } from './decoder-messages.ts'
import { sniff } from './sniff.ts'

const WORKING_SIDE_MAX = 2048
// A JPEG cannot be larger, ITU-T T.81 B.2.2; the library stops a little earlier.
const JPEG_SIDE_MAX = 65_500

sharp.concurrency(1)
sharp.cache(false)
// Only loaders that read memory stay: with no file loader, no format can be made to open a path.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})

type Clockwise = DecoderRequest['clockwise']
type Turn = { mirror: boolean; clockwise: Clockwise }

// EXIF orientation (Exif 2.32, 4.6.4) in the order in which the library works: mirror left to right, then turn.
const TURNS: Record<number, Turn> = {
  2: { mirror: true, clockwise: 0 },
  3: { mirror: false, clockwise: 180 },
  4: { mirror: true, clockwise: 180 },
  5: { mirror: true, clockwise: 270 },
  6: { mirror: false, clockwise: 90 },
  7: { mirror: true, clockwise: 90 },
  8: { mirror: false, clockwise: 270 },
}

const UPRIGHT: Turn = { mirror: false, clockwise: 0 }

class Rejected extends Error {
  reason: 'unsupported_media' | 'too_many_pixels' | 'corrupt'
  constructor(reason: Rejected['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

async function decode(request: DecoderRequest): Promise<DecodedPicture> {
  const input = await readFile(request.inputFile)
  const mimetype = sniff(input)
  if (!mimetype) throw new Rejected('unsupported_media', 'not a JPEG, PNG, WebP or HEIC')

  const { pixels, captured_at, orientation } = await readPixels(input, request.pixelsMax)
  const turn = addClockwise((request.isUpright ? null : TURNS[orientation]) ?? UPRIGHT, request.clockwise)
  // The pixels are decoded once and turned on the way out: turning after the reduction is cheaper, and
  // turning while decoding would hold the picture twice. Cameras write 4:2:0, so 4:4:4 would add a fifth
  // to the size and nothing to see; optimised coding would save 6 % of the size for twice the time.
  const picture = await turnPicture(pixels.open(), turn)
    .jpeg({ quality: 90, chromaSubsampling: '4:2:0', optimiseCoding: false })
    .toBuffer({ resolveWithObject: true })
  await writeFile(join(request.outputDir, 'picture.jpg'), picture.data)

  const reduced = pixels
    .open()
    .resize(WORKING_SIDE_MAX, WORKING_SIDE_MAX, { fit: 'inside', withoutEnlargement: true, kernel: 'cubic' })
  const working = await turnPicture(reduced, turn)
    .jpeg({ quality: 88, chromaSubsampling: '4:2:0', optimiseCoding: false })
    .toBuffer({ resolveWithObject: true })
  await writeFile(join(request.outputDir, 'working.jpg'), working.data)
  pixels.release()

  return {
    image_width: picture.info.width,
    image_height: picture.info.height,
    working_width: working.info.width,
    working_height: working.info.height,
    mimetype: 'image/jpeg',
    source_mimetype: mimetype,
    captured_at,
  }
}

async function readPixels(input: Buffer, pixelsMax: number) {
  const options = { limitInputPixels: pixelsMax, failOn: 'warning' } as const
  try {
    const { width, height, orientation, exif, icc } = await sharp(input, options).metadata()
    if (width > JPEG_SIDE_MAX || height > JPEG_SIDE_MAX)
      throw new Rejected('too_many_pixels', `${width} × ${height}`)
    // Colour conversion doubles the cost of a picture, and sRGB to sRGB changes nothing.
    const { data, info } = await sharp(input, { ...options, ignoreIcc: icc !== undefined && isSrgb(icc) })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const raw = { width: info.width, height: info.height, channels: info.channels }
    const pixels = {
      open: () => sharp(data, { raw, limitInputPixels: pixelsMax }),
      // Frees the memory now; waiting for the garbage collector would double the peak of the next picture.
      release: () => void data.buffer.transfer(0),
    }
    return { pixels, orientation: orientation ?? 1, captured_at: exif ? readCapturedAt(exif) : null }
  } catch (error) {
    throw toRejected(error)
  }
}

function isSrgb(icc: Buffer) {
  return icc.includes('sRGB') || icc.includes(Buffer.from('\0s\0R\0G\0B', 'latin1'))
}

function toRejected(error: unknown) {
  if (error instanceof Rejected) return error
  const message = messageOf(error)
  // The picture is as good as it was: it is the disk that is full.
  if (resourceInWords(message)) return error
  if (/pixel limit|maximum supported image dimension/i.test(message))
    return new Rejected('too_many_pixels', message)
  if (/unsupported/i.test(message)) return new Rejected('unsupported_media', message)
  return new Rejected('corrupt', message)
}

function addClockwise(turn: Turn, clockwise: Clockwise): Turn {
  const quarters = (turn.clockwise + clockwise) / 90
  return { mirror: turn.mirror, clockwise: ([0, 90, 180, 270] as const)[quarters % 4] ?? 0 }
}

function turnPicture(picture: Sharp, { mirror, clockwise }: Turn) {
  return picture.flop(mirror).rotate(clockwise)
}

async function reply(request: DecoderRequest): Promise<DecoderReply> {
  try {
    return { picture: await decode(request), cpuMs: cpuMs() }
  } catch (error) {
    const message = messageOf(error).slice(0, 500)
    // A library that was refused memory is not trusted to carry on, and the picture is not proven corrupt.
    if (/out of memory|insufficient memory|cannot allocate/i.test(message)) end()
    if (error instanceof Rejected) return { reason: error.reason, message, cpuMs: cpuMs() }
    const code = resourceBehind(error) ?? resourceInWords(message)
    return { fault: message, cpuMs: cpuMs(), ...(code ? { code } : {}) }
  }
}

function messageOf(error: unknown) {
  return error instanceof Error ? error.message : String(error)
}

function cpuMs() {
  const { user, system } = process.cpuUsage()
  return Math.round((user + system) / 1000)
}

// An ordinary exit would first wait for the decode in hand.
function end() {
  process.kill(process.pid, 'SIGKILL')
}

process.on('message', async (request: DecoderRequest) => {
  process.send?.(await reply(request))
})
// The parent is gone.
process.on('disconnect', end)
process.send?.({ ready: true })
