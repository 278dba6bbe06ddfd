import type { Issue } from '../kept/shots.ts'

/** A small picture in shades of grey. */
export type Grey = { luma: Float32Array; width: number; height: number }
export type Quality = { sharpness: number; dark: number; bright: number }

/** Shares of very dark and very bright pixels, and limits that were tried with photographs of vehicles at this size. */
export const WIDTH = 240
const DARK = 25
const BRIGHT = 240
const DARK_SHARE_MAX = 0.55
const BRIGHT_SHARE_MAX = 0.35
const SHARPNESS_MIN = 25
const MOTION_MAX = 9

export function greyOf(rgba: Uint8ClampedArray, width: number, height: number): Grey {
  const luma = new Float32Array(width * height)
  for (let from = 0, to = 0; to < luma.length; from += 4, to++)
    luma[to] = 0.299 * (rgba[from] ?? 0) + 0.587 * (rgba[from + 1] ?? 0) + 0.114 * (rgba[from + 2] ?? 0)
  return { luma, width, height }
}

/** The variance of the Laplacian: edges are strong in a sharp picture, and weak in a blurred one. */
export function measure({ luma, width, height }: Grey): Quality {
  let dark = 0
  let bright = 0
  for (const value of luma) {
    if (value < DARK) dark++
    else if (value > BRIGHT) bright++
  }
  let sum = 0
  let squares = 0
  let count = 0
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x
      const around =
        (luma[at - 1] ?? 0) + (luma[at + 1] ?? 0) + (luma[at - width] ?? 0) + (luma[at + width] ?? 0)
      const edge = around - 4 * (luma[at] ?? 0)
      sum += edge
      squares += edge * edge
      count++
    }
  const mean = sum / count
  return { sharpness: squares / count - mean * mean, dark: dark / luma.length, bright: bright / luma.length }
}

/** How much changed from one frame to the next: the mean difference of the shades. */
export function motionBetween(one: Grey, other: Grey): number {
  if (one.luma.length !== other.luma.length) return 0
  let sum = 0
  for (let at = 0; at < one.luma.length; at++) sum += Math.abs((one.luma[at] ?? 0) - (other.luma[at] ?? 0))
  return sum / one.luma.length
}

/** The worst first: without light nothing can be said about edges. */
export function issueOf({ sharpness, dark, bright }: Quality): Issue | null {
  if (dark > DARK_SHARE_MAX) return 'dark'
  if (bright > BRIGHT_SHARE_MAX) return 'bright'
  return sharpness < SHARPNESS_MIN ? 'blurred' : null
}

export type Hint = Issue | 'motion' | 'tiltLeft' | 'tiltRight' | 'good'
const TILT_MAX = 6

/** One hint at a time. `rollDegrees` is null where the phone does not tell. */
export function hintOf(quality: Quality, motion: number, rollDegrees: number | null): Hint {
  const issue = issueOf(quality)
  if (issue === 'dark' || issue === 'bright') return issue
  if (motion > MOTION_MAX) return 'motion'
  if (issue) return issue
  if (rollDegrees !== null && Math.abs(rollDegrees) > TILT_MAX)
    return rollDegrees > 0 ? 'tiltLeft' : 'tiltRight'
  return 'good'
}
