import type { Raster } from './types.ts'

/** Corners of a raster and what each looks like, as 256 bits. Places are in pixels of the raster. */
export type Features = { xs: Float32Array; ys: Float32Array; words: Int32Array; count: number }

const LEVELS = [1, 0.77, 0.59, 0.45]
const CORNERS_MAX = 260
/** Corners are spread over the picture: the best of each tile. */
const TILES = 10
const REACH = 15
const WORDS = 8

/** Pairs of points around a corner that are compared; the same ones in every process. */
const PATTERN = patternOf()

function patternOf(): Int8Array {
  const pattern = new Int8Array(WORDS * 32 * 4)
  let state = 9
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
  // The sum of three is dense in the middle, where neighbours are seen alike from elsewhere.
  for (let at = 0; at < pattern.length; at++)
    pattern[at] = Math.round(((next() + next() + next()) / 1.5 - 1) * (REACH - 2))
  return pattern
}

export function featuresOf(raster: Raster): Features {
  const found: { x: number; y: number; words: Int32Array }[] = []
  for (const scale of LEVELS) {
    const level = smooth(scale === 1 ? raster : shrink(raster, scale))
    for (const at of cornersOf(level)) {
      const [x, y] = [at % level.width, Math.floor(at / level.width)]
      found.push({ x: (x + 0.5) / scale - 0.5, y: (y + 0.5) / scale - 0.5, words: describe(level, at) })
    }
  }
  const words = new Int32Array(found.length * WORDS)
  found.forEach((feature, at) => {
    words.set(feature.words, at * WORDS)
  })
  return {
    xs: Float32Array.from(found, ({ x }) => x),
    ys: Float32Array.from(found, ({ y }) => y),
    words,
    count: found.length,
  }
}

function shrink(raster: Raster, scale: number): Raster {
  const [width, height] = [Math.round(raster.width * scale), Math.round(raster.height * scale)]
  const pixels = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const v = Math.min(raster.height - 2, Math.max(0, (y + 0.5) / scale - 0.5))
    const top = Math.floor(v)
    for (let x = 0; x < width; x++) {
      const u = Math.min(raster.width - 2, Math.max(0, (x + 0.5) / scale - 0.5))
      const left = Math.floor(u)
      const at = top * raster.width + left
      const p = raster.pixels
      const upper = (p[at] ?? 0) + ((p[at + 1] ?? 0) - (p[at] ?? 0)) * (u - left)
      const below = at + raster.width
      const lower = (p[below] ?? 0) + ((p[below + 1] ?? 0) - (p[below] ?? 0)) * (u - left)
      pixels[y * width + x] = upper + (lower - upper) * (v - top) + 0.5
    }
  }
  return { pixels, width, height }
}

/** The mean of five by five: single pixels are noise. */
function smooth({ pixels, width, height }: Raster): Raster {
  const across = new Uint16Array(pixels.length)
  const made = new Uint8Array(pixels.length)
  for (let at = 2; at < pixels.length - 2; at++)
    across[at] =
      (pixels[at - 2] ?? 0) +
      (pixels[at - 1] ?? 0) +
      (pixels[at] ?? 0) +
      (pixels[at + 1] ?? 0) +
      (pixels[at + 2] ?? 0)
  for (let at = 2 * width; at < pixels.length - 2 * width; at++)
    made[at] =
      ((across[at - 2 * width] ?? 0) +
        (across[at - width] ?? 0) +
        (across[at] ?? 0) +
        (across[at + width] ?? 0) +
        (across[at + 2 * width] ?? 0)) /
      25
  return { pixels: made, width, height }
}

/**
 * Where the brightness changes in two directions (the smaller eigenvalue of the structure tensor), the strongest of each tile.
 * Every other pixel is enough: the raster is soft.
 */
function cornersOf({ pixels, width, height }: Raster): number[] {
  const strength = new Float32Array(pixels.length)
  const margin = REACH + 3
  for (let y = margin; y < height - margin; y += 2) {
    for (let x = margin; x < width - margin; x += 2) {
      let [xx, yy, xy] = [0, 0, 0]
      for (let down = -3; down <= 3; down += 2) {
        for (let right = -3; right <= 3; right += 2) {
          const at = (y + down) * width + x + right
          const gx = (pixels[at + 1] ?? 0) - (pixels[at - 1] ?? 0)
          const gy = (pixels[at + width] ?? 0) - (pixels[at - width] ?? 0)
          xx += gx * gx
          yy += gy * gy
          xy += gx * gy
        }
      }
      strength[y * width + x] = (xx + yy) / 2 - Math.sqrt(((xx - yy) / 2) ** 2 + xy * xy)
    }
  }
  const tiles = Array.from({ length: TILES * TILES }, (): number[] => [])
  for (let y = margin; y < height - margin; y += 2) {
    for (let x = margin; x < width - margin; x += 2) {
      const at = y * width + x
      const here = strength[at] ?? 0
      if (here < 40 || !isPeak(strength, at, width)) continue
      tiles[Math.floor((y * TILES) / height) * TILES + Math.floor((x * TILES) / width)]?.push(at)
    }
  }
  const byStrength = (a: number, b: number) => (strength[b] ?? 0) - (strength[a] ?? 0) || a - b
  const perTile = Math.ceil((CORNERS_MAX * 2) / (TILES * TILES))
  return tiles
    .flatMap((tile) => tile.toSorted(byStrength).slice(0, perTile))
    .toSorted(byStrength)
    .slice(0, CORNERS_MAX)
}

function isPeak(strength: Float32Array, at: number, width: number): boolean {
  const here = strength[at] ?? 0
  for (let down = -2; down <= 2; down += 2)
    for (let right = -2; right <= 2; right += 2)
      if ((strength[at + down * width + right] ?? 0) > here) return false
  return true
}

function describe({ pixels, width }: Raster, at: number): Int32Array {
  const words = new Int32Array(WORDS)
  for (let word = 0; word < WORDS; word++) {
    let bits = 0
    for (let bit = 0; bit < 32; bit++) {
      const p = (word * 32 + bit) * 4
      const a = pixels[at + (PATTERN[p + 1] ?? 0) * width + (PATTERN[p] ?? 0)] ?? 0
      const b = pixels[at + (PATTERN[p + 3] ?? 0) * width + (PATTERN[p + 2] ?? 0)] ?? 0
      bits = (bits << 1) | (a < b ? 1 : 0)
    }
    words[word] = bits
  }
  return words
}

export type Match = { x: number; y: number; u: number; v: number }

const BITS_MAX = 60
const RATIO_MAX = 0.85

/** Corners of both rasters that look alike, and like no other. */
export function matchFeatures(from: Features, to: Features): Match[] {
  const matches: Match[] = []
  const taken = new Map<number, { bits: number; match: Match }>()
  for (let i = 0; i < from.count; i++) {
    let [best, second, bestAt] = [999, 999, -1]
    for (let j = 0; j < to.count; j++) {
      let bits = 0
      for (let word = 0; word < WORDS && bits < second; word++)
        bits += countBits((from.words[i * WORDS + word] ?? 0) ^ (to.words[j * WORDS + word] ?? 0))
      if (bits < best) {
        // The same corner on the next level is no rival.
        if (!isNear(to, bestAt, j)) second = best
        best = bits
        bestAt = j
      } else if (bits < second && !isNear(to, bestAt, j)) second = bits
    }
    if (best > BITS_MAX || best > RATIO_MAX * second) continue
    const match = { x: from.xs[i] ?? 0, y: from.ys[i] ?? 0, u: to.xs[bestAt] ?? 0, v: to.ys[bestAt] ?? 0 }
    const rival = taken.get(bestAt)
    if (!rival || best < rival.bits) taken.set(bestAt, { bits: best, match })
  }
  for (const { match } of taken.values()) matches.push(match)
  return matches
}

function isNear({ xs, ys }: Features, a: number, b: number): boolean {
  return a >= 0 && Math.abs((xs[a] ?? 0) - (xs[b] ?? 0)) < 4 && Math.abs((ys[a] ?? 0) - (ys[b] ?? 0)) < 4
}

function countBits(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555)
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333)
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
