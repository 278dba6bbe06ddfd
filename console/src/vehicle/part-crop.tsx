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
  const width = Math.max(box.width + 2 * margin, picture.width * SHARE_MIN)
  const height = Math.max(box.height + 2 * margin, picture.height * SHARE_MIN)
  const [x, y] = centerOf(box)
  const view = [x - width / 2, y - height / 2, width, height]
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
