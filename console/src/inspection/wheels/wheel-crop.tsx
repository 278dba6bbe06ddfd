import { useTranslation } from 'react-i18next'
import type { Box } from '../../review/geometry.ts'
import { type Picture, renditionUrl } from '../../review/pictures.ts'
import { useClient } from '../../service/service-context.ts'

const SIDE = 1024
/** Of the box: how much of the picture around it is shown. */
const MARGIN = 0.15

/** The wheel cut out of its picture; the whole picture where nobody said where it is. */
export function WheelCrop({ picture, box }: { picture: Picture; box: Box | null }) {
  const { t } = useTranslation('wheels')
  const { baseUrl } = useClient()
  const { width, height } = picture
  const { xmin, ymin, ...size } = box ?? { xmin: 0, ymin: 0, width, height }
  const [mx, my] = box ? [size.width * MARGIN, size.height * MARGIN] : [0, 0]
  const view = [xmin - mx, ymin - my, size.width + 2 * mx, size.height + 2 * my].join(' ')
  return (
    <svg
      viewBox={view}
      preserveAspectRatio="xMidYMid slice"
      className="h-28 w-36 bg-surround"
      role="img"
      aria-label={t('crop', { number: picture.number })}
    >
      <image href={renditionUrl(baseUrl, picture.path, SIDE)} width={width} height={height} />
    </svg>
  )
}
