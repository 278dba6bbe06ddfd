import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deleteImage, type TaskStatus } from '@walkaround/sdk'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { Dialog } from '../../look/dialog.tsx'
import { toast } from '../../look/toast.ts'
import { inspectionKey } from '../../service/read-inspection.ts'
import { useClient } from '../../service/service-context.ts'
import { useInspection } from '../inspection-context.ts'
import type { InspectionPicture } from './use-inspection-pictures.ts'

// Not while a task looks at it.
const ALLOWED: TaskStatus[] = ['NOT_STARTED', 'DONE', 'ERROR', 'VALIDATED']

/** Asked for once more, because a picture cannot be brought back. */
export function DeletePictureDialog({
  picture,
  onClose,
}: {
  picture: InspectionPicture
  onClose: () => void
}) {
  const { t } = useTranslation('pictures')
  const client = useClient()
  const queries = useQueryClient()
  const { inspectionId } = useInspection()
  const deletion = useMutation({
    mutationFn: () =>
      deleteImage(
        client,
        inspectionId,
        picture.id,
        { authorizedTasksStatuses: ALLOWED },
        picture.version === undefined ? {} : { version: picture.version },
      ),
    onSuccess: () => {
      toast.success(t('delete.done', { number: picture.number }))
      onClose()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: inspectionKey(inspectionId) }),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('delete.title', { number: picture.number })}
      text={t('delete.text')}
    >
      {picture.damageCount > 0 ? (
        <p className="mt-3">{t('delete.damages', { count: picture.damageCount })}</p>
      ) : null}
      {deletion.error ? (
        <p role="alert" className="mt-3 text-bad">
          {deletion.error.message}
        </p>
      ) : null}
      <div className="mt-5 flex justify-end gap-2">
        <Button onClick={onClose}>{t('delete.keep')}</Button>
        <Button kind="danger" disabled={deletion.isPending} onClick={() => deletion.mutate()}>
          {t('delete.action')}
        </Button>
      </div>
    </Dialog>
  )
}
