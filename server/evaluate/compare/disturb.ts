import sharp from 'sharp'
import type { RgbPixels } from '../../src/core/platform/pictures/pixels.ts'
import { multiply } from '../../src/outputs/comparisons/method/geometry.ts'
import type { Matrix } from '../../src/outputs/comparisons/method/types.ts'
import { growMask, type Mask } from './paint.ts'
import { drawView, IDENTITY, warp } from './warp.ts'

/** Ways to take the same picture again that leave everything to be seen. */
export const DISTURBANCES = ['view', 'far_view', 'crop', 'light', 'blur', 'jpeg', 'reflections'] as const
/** Ways that hide a place. */
export const HIDINGS = ['covered', 'cropped', 'blurred', 'too_small', 'dark', 'glare'] as const
export type Disturbance = (typeof DISTURBANCES)[number]
export type Hiding = (typeof HIDINGS)[number]

export type Taken = { picture: RgbPixels; quality: number; h: Matrix }

const QUALITY = 88

/** The picture taken again: seen from a little elsewhere each time, as nobody stands on the same spot twice. */
export function takeAgain(picture: RgbPixels, how: Disturbance, random: () => number): Taken {
  const share = how === 'far_view' ? 0.2 : how === 'view' ? 0.1 : 0.03
  const moved = drawView(random, picture, share)
  const h = how === 'crop' ? multiply(cropOf(random, picture), moved) : moved
  const seen = warp(picture, h)
  if (how === 'light') return { picture: relight(seen, random), quality: QUALITY, h }
  if (how === 'reflections') return { picture: reflect(seen, random), quality: QUALITY, h }
  if (how === 'blur') return { picture: soften(seen, 1 + random()), quality: QUALITY, h }
  return { picture: seen, quality: how === 'jpeg' ? 25 + Math.floor(random() * 20) : QUALITY, h }
}

/** The picture with a place hidden; the rest may stay visible. */
export function hide(picture: RgbPixels, mask: Mask, how: Hiding, random: () => number): Taken {
  const moved = drawView(random, picture, 0.03)
  if (how === 'too_small') {
    const share = 0.12 + random() * 0.12
    const h = multiply(scaleAbout(picture, share), moved)
    return { picture: surround(warp(picture, h), h, picture, random), quality: QUALITY, h }
  }
  if (how === 'cropped') {
    const h = multiply(shiftOut(picture, mask), moved)
    return { picture: warp(picture, h), quality: QUALITY, h }
  }
  if (how === 'blurred') {
    const seen = warp(picture, moved)
    return { picture: soften(seen, 7 + random() * 4), quality: QUALITY, h: moved }
  }
  const place = growMask(mask, picture, 12)
  if (how === 'covered')
    return { picture: warp(cover(picture, place, random), moved), quality: QUALITY, h: moved }
  const level = how === 'dark' ? 0.05 : 1
  return { picture: warp(wash(picture, place, how, level), moved), quality: QUALITY, h: moved }
}

function relight(source: RgbPixels, random: () => number): RgbPixels {
  const gain = 0.55 + random() * 0.8
  const gamma = 0.75 + random() * 0.6
  const [slopeX, slopeY] = [(random() - 0.5) * 0.6, (random() - 0.5) * 0.6]
  const warm = (random() - 0.5) * 0.2
  const curve = Array.from({ length: 256 }, (_, value) => 255 * (value / 255) ** gamma * gain)
  return eachPixel(source, (value, at, channel) => {
    const [x, y] = [at % source.width, Math.floor(at / source.width)]
    const local = 1 + slopeX * (x / source.width - 0.5) + slopeY * (y / source.height - 0.5)
    const tint = channel === 0 ? 1 + warm : channel === 2 ? 1 - warm : 1
    return (curve[value] ?? 0) * local * tint
  })
}

/** Soft bright bands, as sky and lamps make on paint. */
function reflect(source: RgbPixels, random: () => number): RgbPixels {
  const { width, height } = source
  const bands = Array.from({ length: 4 }, () => ({
    angle: random() * Math.PI,
    at: (random() - 0.5) * width,
    width: 8 + random() * 40,
    light: 30 + random() * 80,
    bend: (random() - 0.5) * 0.002,
  }))
  const added = new Float32Array(width * height)
  for (const { angle, at, width: wide, light, bend } of bands) {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    for (let place = 0; place < added.length; place++) {
      const [u, v] = [(place % width) - width / 2, Math.floor(place / width) - height / 2]
      const along = u * cos + v * sin
      const off = (v * cos - u * sin - at + bend * along * along) / wide
      if (Math.abs(off) < 3) added[place] = (added[place] ?? 0) + light * Math.exp(-off * off)
    }
  }
  return eachPixel(source, (value, at) => value + (added[at] ?? 0) * (1 - value / 255))
}

/** Changes every value; `at` is the number of its pixel. */
function eachPixel(
  source: RgbPixels,
  change: (value: number, at: number, channel: number) => number,
): RgbPixels {
  const pixels = new Uint8Array(source.pixels.length)
  for (let at = 0; at * 3 < pixels.length; at++) {
    for (let channel = 0; channel < 3; channel++) {
      const changed = change(source.pixels[at * 3 + channel] ?? 0, at, channel)
      pixels[at * 3 + channel] = Math.min(255, Math.max(0, changed + 0.5))
    }
  }
  return { ...source, pixels }
}

/** Three box means one after the other, which is close to a Gaussian. */
function soften(source: RgbPixels, sigma: number): RgbPixels {
  const radius = Math.max(1, Math.round(sigma))
  let pixels = source.pixels
  for (let pass = 0; pass < 3; pass++)
    pixels = boxMean(boxMean(pixels, source, radius, true), source, radius, false)
  return { ...source, pixels }
}

function boxMean(
  from: Uint8Array,
  { width, height }: RgbPixels,
  radius: number,
  isAcross: boolean,
): Uint8Array {
  const made = new Uint8Array(from.length)
  const [lines, length] = isAcross ? [height, width] : [width, height]
  const [lineStep, step] = isAcross ? [width * 3, 3] : [3, width * 3]
  for (let line = 0; line < lines; line++) {
    for (let channel = 0; channel < 3; channel++) {
      const start = line * lineStep + channel
      const valueAt = (at: number) => from[start + Math.min(length - 1, Math.max(0, at)) * step] ?? 0
      let sum = 0
      for (let at = -radius; at <= radius; at++) sum += valueAt(at)
      for (let at = 0; at < length; at++) {
        made[start + at * step] = Math.round(sum / (2 * radius + 1))
        sum += valueAt(at + radius + 1) - valueAt(at - radius)
      }
    }
  }
  return made
}

function cropOf(random: () => number, { width, height }: RgbPixels): Matrix {
  const grow = 1.15 + random() * 0.3
  const [x, y] = [random() * width * (1 - 1 / grow), random() * height * (1 - 1 / grow)]
  return [grow, 0, -x * grow, 0, grow, -y * grow, 0, 0, 1]
}

function scaleAbout({ width, height }: RgbPixels, share: number): Matrix {
  return [share, 0, (width * (1 - share)) / 2, 0, share, (height * (1 - share)) / 2, 0, 0, 1]
}

/** Ground around what is far away, so that its last pixels do not run to the edge. */
function surround(seen: RgbPixels, h: Matrix, { width, height }: RgbPixels, random: () => number): RgbPixels {
  const grey = 90 + random() * 60
  const inside = warpMask(width, height, h)
  return eachPixel(seen, (value, at) => (inside[at] ? value : grey + (random() - 0.5) * 12))
}

function warpMask(width: number, height: number, h: Matrix): Uint8Array {
  const white: RgbPixels = { width, height, pixels: new Uint8Array(width * height * 3) }
  for (let y = 2; y < height - 2; y++)
    white.pixels.fill(255, (y * width + 2) * 3, (y * width + width - 2) * 3)
  const moved = warp(white, h).pixels
  return Uint8Array.from({ length: width * height }, (_, at) => ((moved[at * 3] ?? 0) > 127 ? 1 : 0))
}

/** Moves the picture until the place is beyond its edge, the shorter way. */
function shiftOut({ width, height }: RgbPixels, mask: Mask): Matrix {
  let [left, right, top, bottom] = [width, 0, height, 0]
  mask.forEach((set, at) => {
    if (!set) return
    const [x, y] = [at % width, Math.floor(at / width)]
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  })
  const gap = 0.04 * width
  const ways: [number, number][] = [
    [-(right + gap), 0],
    [width - left + gap, 0],
    [0, -(bottom + gap)],
    [0, height - top + gap],
  ]
  const [x, y] = ways.toSorted((a, b) => Math.hypot(...a) - Math.hypot(...b))[0] ?? [0, 0]
  return [1, 0, x, 0, 1, y, 0, 0, 1]
}

/** Something that stands before the vehicle: a thing of one colour with a rough surface. */
function cover(source: RgbPixels, place: Mask, random: () => number): RgbPixels {
  const colour = [60 + random() * 140, 60 + random() * 140, 60 + random() * 140]
  const grain = Array.from({ length: 64 * 64 }, () => (random() - 0.5) * 60)
  const box = extentOf(place, source.width)
  return eachPixel(source, (value, at, channel) => {
    const [x, y] = [at % source.width, Math.floor(at / source.width)]
    const across = (x - (box.left + box.right) / 2) / ((box.right - box.left) / 2 + 4)
    // A leg or a post goes on to the ground.
    const isBefore = Math.abs(across) < 1 && y > box.top
    if (!isBefore) return value
    return (
      (colour[channel] ?? 0) * (1 - 0.35 * across ** 2) + (grain[((y >> 2) % 64) * 64 + ((x >> 2) % 64)] ?? 0)
    )
  })
}

function extentOf(mask: Mask, width: number) {
  let [left, right, top] = [width, 0, mask.length]
  mask.forEach((set, at) => {
    if (!set) return
    left = Math.min(left, at % width)
    right = Math.max(right, at % width)
    top = Math.min(top, Math.floor(at / width))
  })
  return { left, right, top }
}

/** Shadow or glare over a place, with a soft rim. */
function wash(source: RgbPixels, place: Mask, how: 'dark' | 'glare', level: number): RgbPixels {
  const shade = { ...source, pixels: new Uint8Array(source.pixels.length) }
  place.forEach((set, at) => {
    if (set) shade.pixels.fill(255, at * 3, at * 3 + 3)
  })
  const soft = soften(shade, 8).pixels
  return eachPixel(source, (value, at) => {
    const share = (soft[at * 3] ?? 0) / 255
    return how === 'dark' ? value * (1 - share + share * level) : value + (255 * level - value) * share
  })
}

export const takeNothing = (picture: RgbPixels): Taken => ({ picture, quality: QUALITY, h: IDENTITY })

export function encode({ picture, quality }: Pick<Taken, 'picture' | 'quality'>): Promise<Buffer> {
  const { width, height, pixels } = picture
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality, chromaSubsampling: '4:2:0' })
    .toBuffer()
}
