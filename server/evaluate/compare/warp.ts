import type { RgbPixels } from '../../src/platform/pictures/pixels.ts'

export type Homography = readonly number[]

export const IDENTITY: Homography = [1, 0, 0, 0, 1, 0, 0, 0, 1]

/** Where each pixel of the new picture comes from, in pixels of the old one. */
type From = (x: number, y: number) => readonly [number, number]

export function mapPoint(h: Homography, x: number, y: number): [number, number] {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, i = 0, j = 0] = h
  const w = g * x + i * y + j
  return [(a * x + b * y + c) / w, (d * x + e * y + f) / w]
}

export function invert(h: Homography): Homography {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, i = 0, j = 0] = h
  const adjugate = [
    e * j - f * i,
    c * i - b * j,
    b * f - c * e,
    f * g - d * j,
    a * j - c * g,
    c * d - a * f,
    d * i - e * g,
    b * g - a * i,
    a * e - b * d,
  ]
  const last = adjugate[8] ?? 1
  return adjugate.map((value) => value / last)
}

/** Pixels beyond the edge are those of the edge. */
export function resample(source: RgbPixels, from: From): RgbPixels {
  const { width, height, pixels } = source
  const made = new Uint8Array(pixels.length)
  const row = width * 3
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [u, v] = from(x, y)
      const sx = Math.min(width - 1.001, Math.max(0, u))
      const sy = Math.min(height - 1.001, Math.max(0, v))
      const [left, top] = [Math.floor(sx), Math.floor(sy)]
      const [right, down] = [sx - left, sy - top]
      const at = (top * width + left) * 3
      const to = (y * width + x) * 3
      for (let channel = 0; channel < 3; channel++) {
        const first = at + channel
        const a = pixels[first] ?? 0
        const c = pixels[first + row] ?? 0
        const upper = a + ((pixels[first + 3] ?? 0) - a) * right
        const lower = c + ((pixels[first + row + 3] ?? 0) - c) * right
        made[to + channel] = upper + (lower - upper) * down + 0.5
      }
    }
  }
  return { pixels: made, width, height }
}

/** The picture as another camera sees it: `h` leads from the old pixels to the new ones. */
export function warp(source: RgbPixels, h: Homography): RgbPixels {
  const back = invert(h)
  return resample(source, (x, y) => mapPoint(back, x, y))
}

/** Another place of the camera: corners move by up to `share` of the picture, and the whole turns, grows and shifts a little. */
export function drawView(
  random: () => number,
  { width, height }: { width: number; height: number },
  share: number,
): Homography {
  const off = () => (random() * 2 - 1) * share
  const angle = off() * 0.6
  const grow = 1 + off()
  const [cos, sin] = [Math.cos(angle) * grow, Math.sin(angle) * grow]
  const [x, y] = [width / 2, height / 2]
  const [tiltX, tiltY] = [(off() * 1.2) / width, (off() * 1.2) / height]
  const [shearX, shearY] = [off() * 0.5, off() * 0.5]
  // About the middle of the picture, so that it stays in view.
  const about = multiply(
    [cos, -sin + shearX, 0, sin + shearY, cos * (1 + off() * 0.5), 0, tiltX, tiltY, 1],
    [1, 0, -x, 0, 1, -y, 0, 0, 1],
  )
  return multiply([1, 0, x + off() * 0.5 * width, 0, 1, y + off() * 0.5 * height, 0, 0, 1], about)
}

export function multiply(a: Homography, b: Homography): Homography {
  return Array.from({ length: 9 }, (_, at) => {
    const [row, column] = [Math.floor(at / 3), at % 3]
    return [0, 1, 2].reduce((sum, k) => sum + (a[row * 3 + k] ?? 0) * (b[k * 3 + column] ?? 0), 0)
  })
}
