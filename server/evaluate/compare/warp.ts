import type { RgbPixels } from '../../src/core/platform/pictures/pixels.ts'
import { invert, mapPoint, multiply } from '../../src/outputs/comparisons/method/geometry.ts'
import type { Matrix } from '../../src/outputs/comparisons/method/types.ts'

export const IDENTITY: Matrix = [1, 0, 0, 0, 1, 0, 0, 0, 1]

/** Where each pixel of the new picture comes from, in pixels of the old one. */
type From = (x: number, y: number) => readonly [number, number]

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
export function warp(source: RgbPixels, h: Matrix): RgbPixels {
  const back = invert(h)
  return resample(source, (x, y) => mapPoint(back, x, y))
}

/** Another place of the camera: corners move by up to `share` of the picture, and the whole turns, grows and shifts a little. */
export function drawView(
  random: () => number,
  { width, height }: { width: number; height: number },
  share: number,
): Matrix {
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
