import type { RgbPixels } from '../../core/platform/pictures/pixels.ts'
import { heightOf, type Quad, widthOf } from './box-geometry.ts'

/** Pixels of a quadrilateral, stretched to a rectangle. Outside of the picture its edge is repeated. */
export function cropLine(picture: RgbPixels, corners: Quad, width: number, height: number): RgbPixels {
  const { pixels, width: sourceWidth, height: sourceHeight } = picture
  const [a, b, c, d] = corners
  // A line that is made smaller is averaged, or thin strokes fall between the samples.
  const steps = Math.min(6, Math.max(1, Math.round(heightOf(corners) / height)))
  const stepsAlong = Math.min(6, Math.max(1, Math.round(widthOf(corners) / width)))
  const samples = steps * stepsAlong
  const out = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let [red, green, blue] = [0, 0, 0]
      for (let sy = 0; sy < steps; sy++)
        for (let sx = 0; sx < stepsAlong; sx++) {
          const u = (x + (sx + 0.5) / stepsAlong) / width
          const v = (y + (sy + 0.5) / steps) / height
          const px = (1 - v) * ((1 - u) * a[0] + u * b[0]) + v * ((1 - u) * d[0] + u * c[0]) - 0.5
          const py = (1 - v) * ((1 - u) * a[1] + u * b[1]) + v * ((1 - u) * d[1] + u * c[1]) - 0.5
          const cx = Math.min(sourceWidth - 1, Math.max(0, px))
          const cy = Math.min(sourceHeight - 1, Math.max(0, py))
          const [x0, y0] = [Math.floor(cx), Math.floor(cy)]
          const [fx, fy] = [cx - x0, cy - y0]
          const top = (y0 * sourceWidth + x0) * 3
          const right = x0 + 1 < sourceWidth ? 3 : 0
          const below = y0 + 1 < sourceHeight ? sourceWidth * 3 : 0
          const [w00, w01, w10, w11] = [(1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy]
          const mix = (at: number) =>
            w00 * (pixels[at] ?? 0) +
            w01 * (pixels[at + right] ?? 0) +
            w10 * (pixels[at + below] ?? 0) +
            w11 * (pixels[at + below + right] ?? 0)
          red += mix(top)
          green += mix(top + 1)
          blue += mix(top + 2)
        }
      const to = (y * width + x) * 3
      out[to] = Math.round(red / samples)
      out[to + 1] = Math.round(green / samples)
      out[to + 2] = Math.round(blue / samples)
    }
  return { pixels: out, width, height }
}
