import { useMutation } from '@tanstack/react-query'
import { openOriginal } from '@walkaround/sdk'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { Dialog } from '../../look/dialog.tsx'
import { FormButtons } from '../../look/form-buttons.tsx'
import { ReasonField } from '../../look/reason-field.tsx'
import { useForm } from '../../look/use-form.ts'
import { useClient } from '../../service/service-context.ts'
import type { Picture } from '../pictures.ts'

type Props = { inspectionId: string; picture: Picture; onClose: () => void }

/** Asks why the picture must be seen with nothing hidden, and shows it until the dialog is closed. */
export function OriginalDialog({ inspectionId, picture, onClose }: Props) {
  const { t } = useTranslation('review')
  const client = useClient()
  const open = useMutation({
    mutationFn: (reason: string) => openOriginal(client, inspectionId, picture.id, { reason }),
  })
  if (!open.data)
    return (
      <Dialog open title={t('original.title')} text={t('original.text')} onClose={onClose}>
        <ReasonForm
          isPending={open.isPending}
          failure={open.error ? t('original.failed') : ''}
          onCancel={onClose}
          onReason={open.mutate}
        />
      </Dialog>
    )
  return (
    <Dialog
      open
      title={t('original.shown', { label: picture.label })}
      text={t('original.recorded')}
      onClose={onClose}
      className="w-[min(72rem,calc(100vw-2rem))]"
    >
      <img
        src={open.data.path}
        alt={t('picture.alt', { number: picture.number, name: picture.name ?? '' })}
        className="mt-3 max-h-[70dvh] w-full object-contain"
      />
      <div className="mt-4 flex justify-end">
        <Button onClick={onClose} touch="sm" className="max-sm:flex-1">
          {t('original.close')}
        </Button>
      </div>
    </Dialog>
  )
}

type FormProps = {
  isPending: boolean
  failure: string
  onCancel: () => void
  onReason: (reason: string) => void
}

function ReasonForm({ isPending, failure, onCancel, onReason }: FormProps) {
  const { t } = useTranslation('review')
  const { values, bind, errors, onSubmit } = useForm({ reason: '' }, ({ reason }) => ({
    reason: reason.trim() ? undefined : t('original.missing'),
  }))
  return (
    <form noValidate onSubmit={onSubmit(() => onReason(values.reason.trim()))}>
      <ReasonField label={t('original.reason')} error={errors.reason ?? failure} {...bind('reason')} />
      <FormButtons
        cancel={t('original.cancel')}
        onCancel={onCancel}
        action={t('original.open')}
        isDisabled={isPending}
      />
    </form>
  )
}
