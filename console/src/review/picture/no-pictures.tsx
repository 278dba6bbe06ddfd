import { Link } from '@tanstack/react-router'
import { ImagePlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useReviewScope } from '../review-context.ts'

/** Nothing to look at yet, and where pictures come from. */
export function NoPictures() {
  const { t } = useTranslation('review')
  const { review, canEdit } = useReviewScope()
  return (
    <div className="grid flex-1 place-content-center justify-items-center gap-3 rounded-panel bg-raised p-4">
      <p className="text-quiet">{t('picture.none')}</p>
      {canEdit ? (
        <Link
          to="/inspections/$inspectionId/pictures"
          params={{ inspectionId: review.id }}
          className="inline-flex h-[44px] items-center gap-2 rounded-control bg-accent px-4 font-medium text-on-accent hover:opacity-90"
        >
          <ImagePlus aria-hidden className="size-5" />
          {t('picture.add')}
        </Link>
      ) : null}
    </div>
  )
}
