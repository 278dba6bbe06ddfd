import { useTranslation } from 'react-i18next'
import { useClient } from '../../service/service-context.ts'
import { pathOf } from '../geometry.ts'
import { type Picture, RENDITION_SIDES, renditionUrl } from '../pictures.ts'
import type { Shape } from '../review-model.ts'

/** Of the longer side of the damage, on each side of it: enough to see where it is. */
const MARGIN = 0.6
const SIDE = RENDITION_SIDES[0]

/** The damage with a little of what is around it, cut out of the picture here: the service keeps none of its own. */
export function Crop({ shape, picture }: { shape: Shape; picture: Picture }) {
  const { t } = useTranslation('review')
  const { baseUrl } = useClient()
  const { xmin, ymin, width, height } = shape.box
  const margin = Math.max(width, height) * MARGIN
  const view = [xmin - margin, ymin - margin, width + 2 * margin, height + 2 * margin]
  const isLarge = SIDE < Math.max(picture.width, picture.height)
  return (
    <svg
      viewBox={view.join(' ')}
      role="img"
      aria-label={t('evidence.crop')}
      className="h-36 max-w-full rounded-control bg-surround"
    >
      <image
        href={isLarge ? renditionUrl(baseUrl, picture.path, SIDE) : picture.path}
        width={picture.width}
        height={picture.height}
        preserveAspectRatio="none"
      />
      <path
        d={pathOf(shape.polygons)}
        className="fill-none stroke-[3] stroke-white [vector-effect:non-scaling-stroke]"
      />
      <path
        d={pathOf(shape.polygons)}
        className="fill-none stroke-[#1d4ed8] stroke-[1.5] [vector-effect:non-scaling-stroke]"
      />
    </svg>
  )
}
