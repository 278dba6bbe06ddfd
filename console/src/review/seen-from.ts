import { VIEWPOINTS, type Viewpoint } from '@walkaround/catalog/image-types'
import type { Image } from '@walkaround/sdk'

const STEP_DEGREES = 360 / VIEWPOINTS.length

/** The side a picture was taken from: as a person says, as the service worked it out, else by the angle that somebody gave. */
export function seenFrom({ seenFrom: said, viewpoint, additionalData }: Image): Viewpoint | null {
  if (said) return said
  const known = VIEWPOINTS.find((one) => one === viewpoint?.prediction)
  const alpha = additionalData?.alpha
  if (known || typeof alpha !== 'number') return known ?? null
  const turned = ((alpha % 360) + 360) % 360
  return VIEWPOINTS[Math.round(turned / STEP_DEGREES) % VIEWPOINTS.length] ?? null
}
