import { VIEWPOINTS, type Viewpoint } from '@walkaround/catalog/image-types'
import type { Image } from '@walkaround/sdk'

const STEP_DEGREES = 360 / VIEWPOINTS.length

/** The side a picture was taken from: as the service worked it out, else by the angle that somebody gave. */
export function seenFrom({ viewpoint, additionalData }: Image): Viewpoint | null {
  const known = VIEWPOINTS.find((one) => one === viewpoint?.prediction)
  const alpha = additionalData?.alpha
  if (known || typeof alpha !== 'number') return known ?? null
  const turned = ((alpha % 360) + 360) % 360
  return VIEWPOINTS[Math.round(turned / STEP_DEGREES) % VIEWPOINTS.length] ?? null
}

/** Counted from the front over the left side of the vehicle, as walk-arounds are. */
export const alphaOf = (side: Viewpoint): number => VIEWPOINTS.indexOf(side) * STEP_DEGREES
