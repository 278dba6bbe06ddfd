import { useTranslation } from 'react-i18next'
import { Input } from '../../look/controls.tsx'
import { Dialog } from '../../look/dialog.tsx'
import { Field } from '../../look/field.tsx'
import { FormButtons } from '../../look/form-buttons.tsx'
import { ReasonField } from '../../look/reason-field.tsx'
import { useForm } from '../../look/use-form.ts'
import { ErrorNote } from '../pieces/error-note.tsx'
import { useHold } from './use-retention.ts'

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/

type Props = { inspectionId?: string; onClose: () => void }

/** Why an inspection must stay, and which: unless it is given, by its id or its address in the console. */
export function HoldDialog({ inspectionId: given, onClose }: Props) {
  const { t } = useTranslation('settings')
  const hold = useHold()
  const idOf = (which: string) => given ?? UUID.exec(which.toLowerCase())?.[0]
  const { values, bind, errors, onSubmit } = useForm({ which: '', reason: '' }, ({ which, reason }) => ({
    ...(idOf(which) ? {} : { which: t('retention.hold_which_wrong') }),
    ...(reason.trim() ? {} : { reason: t('retention.hold_reason_wrong') }),
  }))
  const save = () => {
    const inspectionId = idOf(values.which)
    if (inspectionId) hold.mutate({ inspectionId, reason: values.reason.trim() }, { onSuccess: onClose })
  }
  const title = given ? 'retention.hold_this' : 'retention.hold'
  return (
    <Dialog open title={t(title)} text={t('retention.hold_text')} onClose={onClose}>
      <form noValidate onSubmit={onSubmit(save)}>
        {given ? null : (
          <Field label={t('retention.hold_which')} error={errors.which} isRequired className="mt-3">
            <Input {...bind('which')} />
          </Field>
        )}
        <ReasonField label={t('retention.hold_reason')} error={errors.reason} {...bind('reason')} />
        <ErrorNote error={hold.error} />
        <FormButtons cancel={t('cancel')} onCancel={onClose} action={t(title)} isDisabled={hold.isPending} />
      </form>
    </Dialog>
  )
}
