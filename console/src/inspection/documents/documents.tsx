import { useTranslation } from 'react-i18next'
import { SaveState, UndoButtons } from '../../edits/save-state.tsx'
import { useEditScope } from '../../review/review-context.ts'
import { useInspection } from '../inspection-context.ts'
import { useMay } from '../use-may.ts'
import { DocumentCard } from './document-card.tsx'
import { OdometerCard } from './odometer-card.tsx'
import { VehicleData } from './vehicle-data.tsx'

/** What was read on pictures, and what is entered of the vehicle. */
export function Documents() {
  const { t } = useTranslation('documents')
  const { inspectionId, entities } = useInspection()
  const { review, queue } = useEditScope()
  const mayWrite = useMay('update')
  const vehicle = Object.values(entities.vehicles)[0]
  const documents = Object.values(entities.documents).flatMap((document) => {
    const picture = review.pictures.find(({ id }) => id === document.imageId)
    return picture && !document.deletedAt ? [{ document, picture }] : []
  })
  const odometers = review.pictures.flatMap((picture) => {
    const { odometer } = entities.images[picture.id] ?? {}
    return odometer ? [{ odometer, picture }] : []
  })
  const task = review.tasks.find(({ name }) => name === 'images_ocr')
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="font-semibold text-lg">{t('title')}</h2>
        {mayWrite ? (
          <>
            <SaveState queue={queue} />
            <div className="ms-auto flex gap-2">
              <UndoButtons queue={queue} />
            </div>
          </>
        ) : null}
      </div>
      {vehicle ? <VehicleData vehicle={vehicle} mayWrite={mayWrite} /> : null}
      {documents.map((one) => (
        <DocumentCard key={one.document.id} {...one} inspectionId={inspectionId} />
      ))}
      {odometers.map((one) => (
        <OdometerCard key={one.picture.id} {...one} inspectionId={inspectionId} />
      ))}
      {documents.length + odometers.length === 0 ? (
        <p className="rounded-panel border border-line bg-panel p-8 text-center text-quiet">
          {task ? t(`none.${task.status}`, { defaultValue: t('none.other') }) : t('none.no_task')}
        </p>
      ) : null}
    </>
  )
}
