import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useEditScope } from '../../review/review-context.ts'
import type { Finding } from '../../review/review-model.ts'

/** The pictures a damage is seen on, to open it there. */
export function PictureLinks({ finding }: { finding: Finding }) {
  const { t } = useTranslation('damages')
  const { review } = useEditScope()
  const pictures = review.pictures.filter(({ id }) => finding.shapes.some((shape) => shape.imageId === id))
  if (pictures.length === 0) return <span className="text-quiet">{t('no_picture')}</span>
  return (
    <ul aria-label={t('seen_on')} className="flex flex-wrap gap-1">
      {pictures.map(({ id, number }) => (
        <li key={id}>
          <Link
            to="/inspections/$inspectionId/review"
            params={{ inspectionId: review.id }}
            search={{ image: id, damage: finding.id }}
            aria-label={t('picture', { number })}
            className="grid h-7 min-w-7 place-items-center rounded-control border border-line px-1 text-accent tabular-nums hover:bg-raised max-lg:h-[44px] max-lg:min-w-[44px]"
          >
            {number}
          </Link>
        </li>
      ))}
    </ul>
  )
}
