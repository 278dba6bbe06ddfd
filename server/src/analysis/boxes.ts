import type { Box } from '../core/contracts/findings.ts'

/** A box this close to the edge of the picture, as a share of it, may go on beyond it. */
const EDGE = 0.01

/** Whether all of what a box is around is in the picture. Both are in pixels. */
export function isInPicture(
  { xmin, ymin, width, height }: Box,
  image: { width: number; height: number },
): boolean {
  const [across, down] = [EDGE * image.width, EDGE * image.height]
  return (
    width > 0 &&
    height > 0 &&
    xmin > across &&
    ymin > down &&
    xmin + width < image.width - across &&
    ymin + height < image.height - down
  )
}

/** The share of their union that two boxes have in common. */
export function iouOf(a: Box, b: Box): number {
  const both = sharedArea(a, b)
  const either = a.width * a.height + b.width * b.height - both
  return either > 0 ? both / either : 0
}

/** How much of the smaller of two boxes lies in the other one: 1 where one contains the other. */
export function shareOfSmaller(a: Box, b: Box): number {
  return sharedArea(a, b) / Math.min(a.width * a.height, b.width * b.height)
}

function sharedArea(a: Box, b: Box): number {
  const across = Math.min(a.xmin + a.width, b.xmin + b.width) - Math.max(a.xmin, b.xmin)
  const down = Math.min(a.ymin + a.height, b.ymin + b.height) - Math.max(a.ymin, b.ymin)
  return Math.max(0, across) * Math.max(0, down)
}
