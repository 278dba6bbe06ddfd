import type { Box } from '../../core/contracts/findings.ts'
import type { Region } from '../../core/platform/pictures/pixels.ts'
import type { Crop } from './instructions.ts'

// Smaller than this nobody sees what it is a part of.
const SIDE_MIN = 64

/** The pixels of a picture to cut out for a box; both in the same pixels. Never outside the picture. */
export function cropRegion(
  box: Box,
  { tight, margin, ratio }: Omit<Crop, 'quality'>,
  size: { width: number; height: number },
): Region {
  if (tight) return inside(box.xmin, box.ymin, box.width, box.height, size)
  const around = 2 * margin * Math.max(box.width, box.height)
  const [wide, high] = [Math.max(box.width + around, SIDE_MIN), Math.max(box.height + around, SIDE_MIN)]
  const [width, height] = wide / high < ratio ? [high * ratio, high] : [wide, wide / ratio]
  const xmin = box.xmin + (box.width - width) / 2
  const ymin = box.ymin + (box.height - height) / 2
  // At an edge the crop moves to the inside before it gets smaller.
  return inside(
    shiftInside(xmin, width, size.width),
    shiftInside(ymin, height, size.height),
    width,
    height,
    size,
  )
}

function shiftInside(start: number, length: number, limit: number): number {
  return Math.max(0, Math.min(start, limit - length))
}

/** Whole pixels, at least one of them. */
function inside(
  xmin: number,
  ymin: number,
  width: number,
  height: number,
  size: { width: number; height: number },
): Region {
  const [left, top] = [clamp(xmin, size.width - 1), clamp(ymin, size.height - 1)]
  const [right, bottom] = [xmin + width, ymin + height]
  return {
    left,
    top,
    width: Math.max(1, Math.min(Math.ceil(right), size.width) - left),
    height: Math.max(1, Math.min(Math.ceil(bottom), size.height) - top),
  }
}

const clamp = (value: number, max: number) => Math.min(Math.max(Math.floor(value), 0), max)
