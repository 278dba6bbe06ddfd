import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../look/dialog.tsx'
import { FormButtons } from '../../look/form-buttons.tsx'
import { ErrorNote } from '../pieces/error-note.tsx'
import { useHold } from './use-retention.ts'

const REASON_CHARACTERS_MAX = 1_000
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/
const field = 'w-full rounded-control border border-line bg-panel px-3 max-sm:text-base'

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
  const isReasonMissing = reason.trim() === ''
  const wrong = [
    isTried && !inspectionId ? t('retention.hold_which_wrong') : '',
    isTried && isReasonMissing ? t('retention.hold_reason_wrong') : '',
  ]
  return (
    <Dialog open title={t(title)} text={t('retention.hold_text')} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (inspectionId && !isReasonMissing)
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
              aria-invalid={wrong[0] !== ''}
              aria-describedby={`${id}-which-wrong`}
              onChange={(event) => setWhich(event.target.value)}
              className={`${field} mt-1 h-9 max-sm:h-[44px]`}
            />
            <p id={`${id}-which-wrong`} role="alert" className="mt-1 text-bad">
              {wrong[0]}
            </p>
          </>
        )}
        <label htmlFor={`${id}-reason`} className="mt-3 block font-medium">
          {t('retention.hold_reason')}
        </label>
        <textarea
          id={`${id}-reason`}
          rows={3}
          maxLength={REASON_CHARACTERS_MAX}
          value={reason}
          aria-invalid={wrong[1] !== ''}
          aria-describedby={`${id}-reason-wrong`}
          onChange={(event) => setReason(event.target.value)}
          className={`${field} mt-1 py-2`}
        />
        <p id={`${id}-reason-wrong`} role="alert" className="mt-1 text-bad">
          {wrong[1]}
        </p>
        <ErrorNote error={hold.error} />
        <FormButtons cancel={t('cancel')} onCancel={onClose} action={t(title)} isDisabled={hold.isPending} />
      </form>
    </Dialog>
  )
}
