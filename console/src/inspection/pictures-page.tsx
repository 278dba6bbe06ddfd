import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../look/button.tsx'
import { AddPictures } from './pictures/add-pictures.tsx'
import { PictureCard } from './pictures/picture-card.tsx'
import { useInspectionPictures } from './pictures/use-inspection-pictures.ts'
import { StartAll } from './start-all.tsx'
import { useMay } from './use-may.ts'

const DeletePictureDialog = lazy(async () => ({
  default: (await import('./pictures/delete-picture-dialog.tsx')).DeletePictureDialog,
}))

/** Every picture with its check, and the way to add more. */
export function PicturesPage() {
  const { t } = useTranslation('pictures')
  const pictures = useInspectionPictures()
  const mayUpdate = useMay('update')
  const [isOnlyRetakes, setIsOnlyRetakes] = useState(false)
  const [deletedId, setDeletedId] = useState<string | null>(null)
  const retakes = pictures.filter((one) => one.check.state === 'retake')
  const waiting = pictures.filter((one) => one.check.state === 'waiting')
  const shown = isOnlyRetakes && retakes.length > 0 ? retakes : pictures
  const deleted = pictures.find((one) => one.id === deletedId)
  return (
    <div className="flex flex-1 flex-col gap-4 p-3 sm:p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="font-semibold text-lg">
          {pictures.length === 0 ? t('list') : t('title', { count: pictures.length })}
        </h2>
        <p role="status" className="text-quiet">
          {[
            ...(waiting.length > 0 ? [t('waiting', { count: waiting.length })] : []),
            ...(pictures.length > 0 && waiting.length === 0 && retakes.length === 0 ? [t('all_good')] : []),
          ].join(', ')}
        </p>
        {retakes.length > 0 ? (
          <Button
            aria-pressed={isOnlyRetakes}
            className="ms-auto aria-pressed:border-accent aria-pressed:bg-chosen max-sm:h-11"
            onClick={() => setIsOnlyRetakes(!isOnlyRetakes)}
          >
            {t('only_retakes', { count: retakes.length })}
          </Button>
        ) : null}
        {pictures.length > 0 ? <StartAll /> : null}
      </div>
      {mayUpdate ? <AddPictures isEmpty={pictures.length === 0} /> : null}
      {pictures.length === 0 && !mayUpdate ? (
        <p className="rounded-panel border border-line bg-panel p-8 text-center text-quiet">{t('none')}</p>
      ) : null}
      <ul
        aria-label={t('list')}
        className="grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fill,minmax(15rem,1fr))] sm:gap-4"
      >
        {shown.map((picture) => (
          <PictureCard
            key={picture.id}
            picture={picture}
            mayUpdate={mayUpdate}
            onDelete={() => setDeletedId(picture.id)}
          />
        ))}
      </ul>
      {deleted ? (
        <Suspense>
          <DeletePictureDialog picture={deleted} onClose={() => setDeletedId(null)} />
        </Suspense>
      ) : null}
    </div>
  )
}
