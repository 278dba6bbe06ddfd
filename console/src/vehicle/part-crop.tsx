import { centerOf } from '../review/geometry.ts'
import { RENDITION_SIDES, renditionUrl } from '../review/pictures.ts'
import { useClient } from '../service/service-context.ts'
import type { Sight } from './timeline-model.ts'

/** Of the longer side of the part, on each side of it. */
const MARGIN = 0.05
/** Of the picture: a small part is shown with what is around it, not blown up. */
const SHARE_MIN = 0.3

/** The part cut out of its picture; as much around it as the frame has room for. */
export function PartCrop({ sight, label }: { sight: Sight; label: string }) {
  const { baseUrl } = useClient()
  const { picture, box } = sight
  const margin = Math.max(box.width, box.height) * MARGIN
  const width = lengthOf(box.width + 2 * margin, picture.width)
  const height = lengthOf(box.height + 2 * margin, picture.height)
  const [x, y] = centerOf(box)
  const view = [startOf(x, width, picture.width), startOf(y, height, picture.height), width, height]
  const side = RENDITION_SIDES[0]
  const isLarge = side < Math.max(picture.width, picture.height)
  return (
    <svg
      viewBox={view.join(' ')}
      role="img"
      aria-label={label}
      preserveAspectRatio="xMidYMid slice"
      className="size-full"
    >
      <image
        href={isLarge ? renditionUrl(baseUrl, picture.path, side) : picture.path}
        width={picture.width}
        height={picture.height}
        preserveAspectRatio="none"
      />
    </svg>
  )
}

const lengthOf = (wanted: number, side: number) => Math.min(Math.max(wanted, side * SHARE_MIN), side)

/** Where a cut of this length begins, with no gap beside the picture. */
const startOf = (middle: number, length: number, side: number) =>
  Math.min(Math.max(middle - length / 2, 0), side - length)
