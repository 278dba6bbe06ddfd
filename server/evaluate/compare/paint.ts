import type { RgbPixels } from '../../src/core/platform/pictures/pixels.ts'
import type { Size } from '../masks.ts'
import { resample } from './warp.ts'

export type Mask = Uint8Array
export type Box = { left: number; top: number; right: number; bottom: number }

const PASSES = 160

/** Around the pixels of a mask, with a margin of one; null where there are none, or where they touch the edge. */
export function boxOfMask(mask: Mask, { width, height }: Size): Box | null {
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let at = 0; at < mask.length; at++) {
    if (!mask[at]) continue
    const x = at % width
    const y = (at - x) / width
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  const isInside = left > 1 && top > 1 && right < width - 2 && right >= 0 && bottom < height - 2
  return isInside ? { left: left - 1, top: top - 1, right: right + 1, bottom: bottom + 1 } : null
}

/** A mask grown by some pixels to each side. */
export function growMask(mask: Mask, { width, height }: Size, by: number): Mask {
  const across = new Uint8Array(mask.length)
  const grown = new Uint8Array(mask.length)
  const spread = (from: Mask, to: Mask, step: number, limit: (at: number) => number) => {
    for (let at = 0; at < from.length; at++) {
      if (!from[at]) continue
      const place = limit(at)
      const most = step === 1 ? width : height
      for (let off = Math.max(-by, -place); off <= Math.min(by, most - 1 - place); off++)
        to[at + off * step] = 1
    }
  }
  spread(mask, across, 1, (at) => at % width)
  spread(across, grown, width, (at) => Math.floor(at / width))
  return grown
}

/** A surface over a mask that is as smooth as the values around it allow (Laplace's equation, by relaxation). */
function membrane(values: Float32Array, mask: Mask, box: Box, width: number): void {
  for (let pass = 0; pass < PASSES; pass++) {
    for (let y = box.top + 1; y < box.bottom; y++) {
      for (let at = y * width + box.left + 1; at < y * width + box.right; at++) {
        if (!mask[at]) continue
        const around =
          (values[at - 1] ?? 0) +
          (values[at + 1] ?? 0) +
          (values[at - width] ?? 0) +
          (values[at + width] ?? 0)
        // Over-relaxed: a fifth of the passes that plain means would need.
        values[at] = (values[at] ?? 0) + 1.85 * (around / 4 - (values[at] ?? 0))
      }
    }
  }
}

/** `patch` laid over `target` where the mask says so, its colours bent to those around; with no patch, a smooth surface. */
export function blend(target: RgbPixels, patch: RgbPixels | null, mask: Mask): RgbPixels {
  const box = boxOfMask(mask, target)
  if (!box) return target
  const pixels = Uint8Array.from(target.pixels)
  const values = new Float32Array(mask.length)
  for (let channel = 0; channel < 3; channel++) {
    for (let at = 0; at < mask.length; at++)
      values[at] = (target.pixels[at * 3 + channel] ?? 0) - (patch?.pixels[at * 3 + channel] ?? 0)
    for (let at = 0; at < mask.length; at++) if (mask[at]) values[at] = 0
    membrane(values, mask, box, target.width)
    for (let at = 0; at < mask.length; at++) {
      if (!mask[at]) continue
      const value = (values[at] ?? 0) + (patch?.pixels[at * 3 + channel] ?? 0)
      pixels[at * 3 + channel] = Math.round(Math.min(255, Math.max(0, value)))
    }
  }
  return { ...target, pixels }
}

/** The picture with what lies around a place drawn larger, as if the damage had grown; the rim stays where it was. */
export function magnify(
  source: RgbPixels,
  center: readonly [number, number],
  radius: number,
  factor: number,
): RgbPixels {
  const reach = radius * factor * 1.5
  return resample(source, (x, y) => {
    const [dx, dy] = [x - center[0], y - center[1]]
    const share = Math.min(1, Math.hypot(dx, dy) / reach)
    // All of the damage grows by the factor; beyond it the growth fades.
    const inner = 1 / 1.5
    const fade = share <= inner ? 0 : (share - inner) / (1 - inner)
    const scale = 1 / factor + (1 - 1 / factor) * fade
    return [center[0] + dx * scale, center[1] + dy * scale]
  })
}
