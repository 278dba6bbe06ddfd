import { Eye } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { ORIGINALS_PERMISSION, useRights } from '../../session/permissions.ts'
import type { Picture } from '../pictures.ts'
import { useReviewScope } from '../review-context.ts'

const OriginalDialog = lazy(async () => ({
  default: (await import('../dialogs/original-dialog.tsx')).OriginalDialog,
}))

/** For whoever may see what is hidden on a picture. */
export function OriginalButton({ picture, className }: { picture: Picture; className: string }) {
  const { t } = useTranslation('review')
  const { holds } = useRights()
  const { review } = useReviewScope()
  const [isAsking, setAsking] = useState(false)
  if (!holds(ORIGINALS_PERMISSION)) return null
  return (
    <>
      <Button
        kind="ghost"
        className={className}
        aria-label={t('original.title')}
        title={t('original.title')}
        onClick={() => setAsking(true)}
      >
        <Eye aria-hidden className="size-4" />
      </Button>
      {isAsking ? (
        <Suspense fallback={null}>
          <OriginalDialog inspectionId={review.id} picture={picture} onClose={() => setAsking(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
