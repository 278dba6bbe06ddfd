import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'

const FOLDER = join(import.meta.dirname, 'references')
const SEEN_FOLDER = join(tmpdir(), 'walkaround-screens')
/** Of 255, in any channel: what a palette of 256 colors does to a photo stays below. */
const THRESHOLD = 40

/** Whether what is seen becomes the reference. */
export const IS_UPDATING = process.env.UPDATE_REFERENCES === '1'

export async function keepAsReference(name: string, seen: Buffer): Promise<void> {
  mkdirSync(FOLDER, { recursive: true })
  await sharp(seen)
    .png({ palette: true, colours: 256, dither: 0, effort: 10 })
    .toFile(join(FOLDER, `${name}.png`))
}

/**
 * The share of pixels that look different from the reference, from 0 to 1. What differs is written to a folder to be
 * looked at.
 */
export async function differenceFromReference(name: string, seen: Buffer): Promise<number> {
  const file = join(FOLDER, `${name}.png`)
  const share = existsSync(file) ? await shareOfDifferent(file, seen) : 1
  if (share > 0) {
    mkdirSync(SEEN_FOLDER, { recursive: true })
    writeFileSync(join(SEEN_FOLDER, `${name}.png`), seen)
  }
  return share
}

async function shareOfDifferent(file: string, seen: Buffer): Promise<number> {
  const [a, b] = await Promise.all([pixelsOf(file), pixelsOf(seen)])
  if (a.info.width !== b.info.width || a.info.height !== b.info.height) return 1
  const pixels = a.info.width * a.info.height
  const isFar = (at: number) => Math.abs((a.data[at] ?? 0) - (b.data[at] ?? 0)) > THRESHOLD
  let different = 0
  for (let at = 0; at < pixels * 3; at += 3) if (isFar(at) || isFar(at + 1) || isFar(at + 2)) different++
  return different / pixels
}

const pixelsOf = (picture: string | Buffer) =>
  sharp(picture).removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
