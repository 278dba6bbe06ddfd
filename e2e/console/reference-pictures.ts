import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'

const FOLDER = join(import.meta.dirname, 'references')
const SEEN_FOLDER = join(tmpdir(), 'walkaround-screens')
/** Of 255, in any channel. */
const CHANNEL_MAX = 12
/**
 * How far the same line may be drawn from where it was, in pixels: the edge of a letter stands a little elsewhere with another version of
 * the browser. A button that moves, moves further.
 */
const SHIFT_MAX = 1
/** The screen in squares of this side; each tells for itself, so that a word that changes on a large screen is not lost among what stays. */
const SQUARE = 32
/** Pixels of one square that may differ. */
const SQUARE_MAX = 40

/** Whether what is seen becomes the reference. */
export const IS_UPDATING = process.env.UPDATE_REFERENCES === '1'

const fileOf = (name: string) => join(FOLDER, `${name}.png`)

export async function keepAsReference(name: string, seen: Buffer): Promise<void> {
  mkdirSync(FOLDER, { recursive: true })
  await sharp(seen).png({ palette: true, colours: 256, dither: 0, effort: 10 }).toFile(fileOf(name))
}

/** Where it looks different from the reference, in pixels from the upper left. What differs is written to a folder to be looked at. */
export async function differencesFromReference(name: string, seen: Buffer): Promise<string[]> {
  const file = fileOf(name)
  const places = existsSync(file) ? await findDifferences(file, seen) : ['no reference']
  if (places.length > 0) {
    mkdirSync(SEEN_FOLDER, { recursive: true })
    writeFileSync(join(SEEN_FOLDER, `${name}.png`), seen)
  }
  return places
}

export async function findDifferences(reference: string | Buffer, seen: Buffer): Promise<string[]> {
  const [wanted, found] = await Promise.all([pixelsOf(reference), pixelsOf(seen)])
  const { width, height } = wanted
  if (found.width !== width || found.height !== height) return ['another size']
  const isAlike = compare(wanted, found)
  const squares = new Map<string, number>()
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (!isAlike(x, y)) {
        const square = `${x - (x % SQUARE)},${y - (y % SQUARE)}`
        squares.set(square, (squares.get(square) ?? 0) + 1)
      }
  return [...squares].flatMap(([square, different]) => (different > SQUARE_MAX ? [square] : []))
}

/** Whether at a place nothing is new and nothing is gone: each pixel has its like in the other picture, there or right beside it. */
function compare(wanted: Pixels, found: Pixels): (x: number, y: number) => boolean {
  const { width, height } = wanted
  const toPalette = measureToPalette(wanted)
  const isLike = (seen: number, reference: number) => {
    const color = found.colors[seen] ?? 0
    const kept = wanted.colors[reference] ?? 0
    // Most pixels: quicker than to measure.
    if (color === kept) return true
    const away = distance(color, kept)
    if (away <= CHANNEL_MAX) return true
    // A photo has more colors than its reference, which has the nearest. Surfaces have theirs: another is another.
    return !isFlat(found, seen) && away <= toPalette(color) + CHANNEL_MAX
  }
  return (x, y) => {
    const at = y * width + x
    if (isLike(at, at)) return true
    let [isKnown, isThere] = [false, false]
    for (let ny = Math.max(0, y - SHIFT_MAX); ny <= Math.min(height - 1, y + SHIFT_MAX); ny++)
      for (let nx = Math.max(0, x - SHIFT_MAX); nx <= Math.min(width - 1, x + SHIFT_MAX); nx++) {
        isKnown ||= isLike(at, ny * width + nx)
        isThere ||= isLike(ny * width + nx, at)
      }
    return isKnown && isThere
  }
}

const distance = (a: number, b: number) =>
  Math.max(
    Math.abs((a >> 16) - (b >> 16)),
    Math.abs(((a >> 8) & 255) - ((b >> 8) & 255)),
    Math.abs((a & 255) - (b & 255)),
  )

/** How far a color is from the nearest that the picture has. */
function measureToPalette({ colors }: Pixels): (color: number) => number {
  let palette: number[] | undefined
  const known = new Map<number, number>()
  return (color) => {
    palette ??= [...new Set(colors)]
    const far = known.get(color) ?? palette.reduce((least, one) => Math.min(least, distance(color, one)), 255)
    known.set(color, far)
    return far
  }
}

/** Whether all pixels around this one have its color. */
function isFlat({ colors, width }: Pixels, at: number): boolean {
  for (const row of [-width, 0, width])
    for (const column of [-1, 0, 1])
      if (colors[at + row + column] !== undefined && colors[at + row + column] !== colors[at]) return false
  return true
}

type Pixels = { width: number; height: number; colors: Int32Array }

async function pixelsOf(picture: string | Buffer): Promise<Pixels> {
  const { data, info } = await sharp(picture)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const colors = new Int32Array(width * height)
  for (let at = 0, byte = 0; at < colors.length; at++, byte += 3)
    colors[at] = ((data[byte] ?? 0) << 16) | ((data[byte + 1] ?? 0) << 8) | (data[byte + 2] ?? 0)
  return { width, height, colors }
}
