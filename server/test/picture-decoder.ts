import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  PictureDecoder,
  type PictureDecoderOptions,
  type Rotation,
} from '../src/core/platform/pictures/decoder.ts'
import { sniff } from '../src/core/platform/pictures/sniff.ts'

/** A decoder with a folder of its own, and a way to hand it bytes. */
export async function openDecoder(options: Partial<PictureDecoderOptions> = {}) {
  const temporaryDir = await mkdtemp(join(tmpdir(), 'walkaround-'))
  const decoder = new PictureDecoder({
    children: 1,
    temporaryDir,
    timeoutMs: 20_000,
    pixelsMax: 50_000_000,
    log: { warn: () => {} },
    ...options,
  })
  let count = 0

  async function decode(bytes: Uint8Array, rotate: Rotation = 'NO_ROTATION') {
    const outputDir = join(temporaryDir, String(++count))
    await mkdir(outputDir)
    const inputFile = join(outputDir, 'upload')
    await writeFile(inputFile, bytes)
    try {
      const mimetype = sniff(bytes)
      const result = await decoder.decode(inputFile, outputDir, { rotate, ...(mimetype ? { mimetype } : {}) })
      const picture = await readFile(join(outputDir, 'picture.jpg'))
      const working = await readFile(join(outputDir, 'working.jpg'))
      return { ...result, picture, working }
    } finally {
      await rm(outputDir, { recursive: true })
    }
  }

  async function close() {
    await decoder.close()
    await rm(temporaryDir, { recursive: true })
  }

  return { decode, close, decoder, temporaryDir }
}
