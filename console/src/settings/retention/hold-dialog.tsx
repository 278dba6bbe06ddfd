import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../look/dialog.tsx'
import { FormButtons } from '../../look/form-buttons.tsx'
import { ReasonField } from '../../look/reason-field.tsx'
import { ErrorNote } from '../pieces/error-note.tsx'
import { useHold } from './use-retention.ts'

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/

type Props = { inspectionId?: string; onClose: () => void }

/** Why an inspection must stay, and which: unless it is given, by its id or its address in the console. */
export function HoldDialog({ inspectionId: given, onClose }: Props) {
  const { t } = useTranslation('settings')
  const id = useId()
  const [which, setWhich] = useState('')
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const hold = useHold()
  const inspectionId = given ?? UUID.exec(which.toLowerCase())?.[0]
  const title = given ? 'retention.hold_this' : 'retention.hold'
  const isMissing = reason.trim() === ''
  const isWhichWrong = isTried && !inspectionId
  return (
    <Dialog open title={t(title)} text={t('retention.hold_text')} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (inspectionId && !isMissing)
            hold.mutate({ inspectionId, reason: reason.trim() }, { onSuccess: onClose })
        }}
      >
        {given ? null : (
          <>
            <label htmlFor={`${id}-which`} className="mt-3 block font-medium">
              {t('retention.hold_which')}
            </label>
            <input
              id={`${id}-which`}
              value={which}
              aria-invalid={isWhichWrong}
              aria-describedby={`${id}-which-wrong`}
              onChange={(event) => setWhich(event.target.value)}
              className="mt-1 h-9 w-full rounded-control border border-line bg-panel px-3 aria-invalid:border-bad max-sm:h-[44px] max-sm:text-base"
            />
            <p id={`${id}-which-wrong`} role="alert" className="mt-1 text-bad">
              {isWhichWrong ? t('retention.hold_which_wrong') : ''}
            </p>
          </>
        )}
        <ReasonField
          label={t('retention.hold_reason')}
          reason={reason}
          isMissing={isTried && isMissing}
          message={isTried && isMissing ? t('retention.hold_reason_wrong') : ''}
          onChange={setReason}
        />
        <ErrorNote error={hold.error} />
        <FormButtons cancel={t('cancel')} onCancel={onClose} action={t(title)} isDisabled={hold.isPending} />
      </form>
    </Dialog>
  )
}
