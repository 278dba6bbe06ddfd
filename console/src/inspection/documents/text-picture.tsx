import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { classes } from '../../look/class-names.ts'
import { type Picture, renditionUrl } from '../../review/pictures.ts'
import { useClient } from '../../service/service-context.ts'

const SIDE = 1024

type Props = {
  inspectionId: string
  picture: Picture
  polygons: readonly (readonly (readonly number[])[])[]
  /** Which of them the person looks at. */
  marked: number | null
}

/** The picture with a box around each line of text. The text itself stands beside it. */
export function TextPicture({ inspectionId, picture, polygons, marked }: Props) {
  const { t } = useTranslation('documents')
  const { baseUrl } = useClient()
  const { width, height, number } = picture
  return (
    <Link
      to="/inspections/$inspectionId/review"
      params={{ inspectionId }}
      search={{ image: picture.id }}
      className="block overflow-hidden rounded-control"
    >
      <span className="relative block" style={{ aspectRatio: `${width} / ${height}` }}>
        <img
          src={renditionUrl(baseUrl, picture.path, SIDE)}
          alt={t('picture', { number })}
          loading="lazy"
          className="size-full"
        />
        <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} className="absolute inset-0 size-full">
          {polygons.map((points, at) => {
            const path = points.map(([x, y]) => `${x},${y}`).join(' ')
            const isMarked = at === marked
            return (
              <g key={path}>
                <polygon
                  points={path}
                  className="fill-none stroke-white"
                  strokeWidth={isMarked ? 7 : 4}
                  vectorEffect="non-scaling-stroke"
                />
                <polygon
                  points={path}
                  strokeWidth={isMarked ? 4 : 2}
                  vectorEffect="non-scaling-stroke"
                  className={classes('stroke-[#1d4ed8]', isMarked ? 'fill-[#1d4ed8]/25' : 'fill-none')}
                />
              </g>
            )
          })}
        </svg>
      </span>
    </Link>
  )
}
