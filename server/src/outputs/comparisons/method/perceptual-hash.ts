import type { ComparedPicture, Raster } from './types.ts'

const [COLUMNS, ROWS] = [16, 16]
/** Steps of grey between neighbouring blocks that are seen again after compression. */
const STEP = 3
/** Fewer steps than this say nothing: every plain picture has none. */
const STEPS_MIN = 40

/** Bits by which two pictures differ; null where that says nothing. */
export function bitsApart(a: ComparedPicture, b: ComparedPicture): { bits: number; all: number } | null {
  const isGiven = a.perceptual_hash !== null && b.perceptual_hash !== null
  const [one, other] = isGiven
    ? [a.perceptual_hash, b.perceptual_hash]
    : [perceptualHash(a.raster), perceptualHash(b.raster)]
  if (!one || !other || one.length !== other.length) return null
  let bits = 0
  for (let at = 0; at < one.length; at++) {
    const digits = Number.parseInt(one[at] ?? '', 16) ^ Number.parseInt(other[at] ?? '', 16)
    bits += digits.toString(2).replaceAll('0', '').length
  }
  return { bits, all: one.length * 4 }
}

/** Where the next block to the right is brighter, and where it is darker, in hexadecimal; null for a plain picture. */
export function perceptualHash(raster: Raster): string | null {
  const blocks = meansOf(raster)
  let [text, digit, steps] = ['', 0, 0]
  for (let at = 0; at < ROWS * COLUMNS; at++) {
    const place = Math.floor(at / COLUMNS) * (COLUMNS + 1) + (at % COLUMNS)
    const step = (blocks[place + 1] ?? 0) - (blocks[place] ?? 0)
    const pair = step > STEP ? 2 : step < -STEP ? 1 : 0
    steps += pair === 0 ? 0 : 1
    digit = (digit << 2) | pair
    if (at % 2 === 0) continue
    text += digit.toString(16)
    digit = 0
  }
  return steps < STEPS_MIN ? null : text
}

function meansOf({ pixels, width, height }: Raster): Float64Array {
  const columns = COLUMNS + 1
  const sums = new Float64Array(columns * ROWS)
  const counts = new Float64Array(columns * ROWS)
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * ROWS) / height) * columns
    for (let x = 0; x < width; x++) {
      const block = row + Math.floor((x * columns) / width)
      sums[block] = (sums[block] ?? 0) + (pixels[y * width + x] ?? 0)
      counts[block] = (counts[block] ?? 0) + 1
    }
  }
  return sums.map((sum, block) => sum / Math.max(1, counts[block] ?? 0))
}
