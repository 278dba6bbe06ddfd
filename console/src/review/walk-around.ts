import { VIEWPOINTS } from '@walkaround/catalog/image-types'
import type { Image } from '@walkaround/sdk'
import { seenFrom } from './seen-from.ts'

/** The number in a label of the service: 3 of "D3". Null where the service has given none yet. */
export function numberOf(label: string | null | undefined): number | null {
  const [digits] = /\d+$/.exec(label ?? '') ?? []
  return digits ? Number(digits) : null
}

/**
 * In the order of a walk around the vehicle, from the front over its left side; those of no known side last. A close-up
 * comes after the picture it belongs to, one that belongs to none at the end: as reports show them.
 */
export function orderAround(images: readonly Image[]): Image[] {
  const isNear = ({ imageType }: Image) => imageType === 'close_up'
  const near = images.filter(isNear)
  const around = images
    .filter((image) => !isNear(image))
    .toSorted((a, b) => placeOf(a) - placeOf(b) || (numberOf(a.label) ?? 0) - (numberOf(b.label) ?? 0))
    .flatMap((image) => [image, ...near.filter((one) => belongTogether(one, image))])
  return [...new Set([...around, ...near])]
}

function placeOf(image: Image): number {
  const side = seenFrom(image)
  return side ? VIEWPOINTS.indexOf(side) : VIEWPOINTS.length
}

const belongTogether = (a: Image, b: Image) =>
  Boolean(a.imageSiblingKey) && a.imageSiblingKey === b.imageSiblingKey
