import type { Box } from '../../../core/contracts/findings.ts'
import type { Region } from '../../../core/platform/pictures/pixels.ts'
import type { Detection } from '../../detect-vehicle.ts'
import { fillsPicture } from '../../fills-picture.ts'
import { roundPixel } from '../../round.ts'

export type Size = { width: number; height: number }

/** A box this close to the edge of the picture is taken to be cut off by it. */
const EDGE = 0.0125

/** Boxes are in shares of the picture here; a region is in whole pixels of it. */
export function regionAround(box: Box, size: Size, enlarge: number): Region {
  const [width, height] = [box.width * enlarge, box.height * enlarge]
  const [x, y] = [box.xmin + box.width / 2, box.ymin + box.height / 2]
  const left = Math.max(0, Math.round((x - width / 2) * size.width))
  const top = Math.max(0, Math.round((y - height / 2) * size.height))
  const right = Math.min(size.width, Math.round((x + width / 2) * size.width))
  const bottom = Math.min(size.height, Math.round((y + height / 2) * size.height))
  return { left, top, width: right - left, height: bottom - top }
}

/** The same box in shares of a region. */
export function boxInRegion(box: Box, region: Region, size: Size): Box {
  return {
    xmin: (box.xmin * size.width - region.left) / region.width,
    ymin: (box.ymin * size.height - region.top) / region.height,
    width: (box.width * size.width) / region.width,
    height: (box.height * size.height) / region.height,
  }
}

export function isWhole({ xmin, ymin, width, height }: Box): boolean {
  return xmin > EDGE && ymin > EDGE && xmin + width < 1 - EDGE && ymin + height < 1 - EDGE
}

/** Whether a wheel is one of the vehicle the picture is about, and not of one that is parked behind it. */
export function isOnVehicle({ xmin, ymin, width, height }: Box, { main }: Detection): boolean {
  if (!fillsPicture(main)) return true
  const [x, y] = [xmin + width / 2, ymin + height / 2]
  const { left, top, right, bottom } = main.box
  return x >= left && x <= right && y >= top && y <= bottom
}

export function pixelsOf(box: Box, { width, height }: Size): Box {
  return {
    xmin: roundPixel(box.xmin * width),
    ymin: roundPixel(box.ymin * height),
    width: roundPixel(box.width * width),
    height: roundPixel(box.height * height),
  }
}
