import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { resourceBehind } from '../out-of-resources.ts'
import { kernelLimits } from './decoder-command.ts'
import { DecoderFault, PictureRejected } from './picture-errors.ts'

export const CONVERTERS = ['/usr/bin/heif-convert', '/usr/local/bin/heif-convert']
/** Above what phones write themselves: the JPEG is only a step on the way. */
const QUALITY = 98

export type HeicOptions = {
  timeoutMs: number
  pixelsMax: number
  signal: AbortSignal
  converters?: readonly string[]
}

/**
 * Turns a HEIC picture into a JPEG in a folder and answers its path. libheif decodes it in a process of its own, under
 * the limits of the other decoders. The pixels come out upright: HEIF has turns of its own, and the Exif orientation
 * beside them only repeats them (ISO/IEC 23008-12, A.2.2).
 */
export async function convertHeic(
  inputFile: string,
  outputDir: string,
  options: HeicOptions,
): Promise<string> {
  const converter = (options.converters ?? CONVERTERS).find((file) => existsSync(file))
  if (!converter)
    throw new PictureRejected(
      'unsupported_media',
      'HEIC needs heif-convert, which is not installed (Debian package libheif-examples).',
    )
  const pixels = countPixels(await readFile(inputFile))
  if (pixels > options.pixelsMax) throw new PictureRejected('too_many_pixels', `${pixels} pixels`)
  const outputFile = join(outputDir, 'heic.jpg')
  await run(converter, ['--quiet', '-q', String(QUALITY), inputFile, outputFile], options)
  // A file with several pictures becomes several files.
  const written = [outputFile, join(outputDir, 'heic-1.jpg')].find((file) => existsSync(file))
  if (!written) throw new PictureRejected('corrupt', 'no picture in the HEIC file')
  return written
}

async function run(converter: string, args: string[], { timeoutMs, signal }: HeicOptions): Promise<void> {
  const { prlimit, limits } = kernelLimits({ cpuSeconds: Math.ceil((4 * timeoutMs) / 1000), memory: 'plain' })
  try {
    await promisify(execFile)(prlimit, [...limits, '--', converter, ...args], {
      env: {},
      cwd: '/',
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      signal,
    })
  } catch (error) {
    throw toRejected(error, timeoutMs)
  }
}

function toRejected(error: unknown, timeoutMs: number): Error {
  const { code, killed, signal } = Object(error)
  if (typeof code === 'string')
    return new DecoderFault('heif-convert failed', resourceBehind(error) ?? undefined, { cause: error })
  if (killed) return new PictureRejected('timeout', `Decoding took longer than ${timeoutMs} ms.`)
  if (signal) return new PictureRejected('crashed', 'heif-convert ended while it had this picture.')
  return new PictureRejected('corrupt', String(Object(error).stderr).slice(0, 500))
}

/** The largest size that the file tells of a picture in it (`ispe`, ISO/IEC 23008-12, 6.5.3). */
function countPixels(file: Buffer): number {
  let most = 0
  for (let at = file.indexOf('ispe'); at >= 0 && at + 16 <= file.length; at = file.indexOf('ispe', at + 4))
    most = Math.max(most, file.readUInt32BE(at + 8) * file.readUInt32BE(at + 12))
  return most
}
