import type { CreateObjectionDecisionBody, Objection } from '@walkaround/sdk'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormButtons } from '../../look/form-buttons.tsx'
import { ReasonField } from '../../look/reason-field.tsx'
import { ErrorNote } from '../pieces/error-note.tsx'
import { useDecide } from './use-objections.ts'

const DECISIONS = ['upheld', 'partly_upheld', 'rejected'] as const satisfies readonly Decision[]
type Decision = CreateObjectionDecisionBody['decision']

/** The answer of a person. The reason is for the one who objected. */
export function DecisionForm({ objection, onEnd }: { objection: Objection; onEnd: () => void }) {
  const { t } = useTranslation('objections')
  const id = useId()
  const [decision, setDecision] = useState<Decision | null>(null)
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const decide = useDecide(objection)
  const isMissing = decision === null || reason.trim() === ''
  return (
    <form
      noValidate
      aria-label={t('decide')}
      className="mt-3 rounded-control border border-line p-4"
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (decision && !isMissing) decide.mutate({ decision, reason: reason.trim() }, { onSuccess: onEnd })
      }}
    >
      <fieldset>
        <legend className="font-medium">{t('question')}</legend>
        {DECISIONS.map((name) => (
          <label key={name} className="mt-1 flex items-center gap-2 max-sm:min-h-[44px]">
            <input
              type="radio"
              name={`${id}-decision`}
              checked={decision === name}
              onChange={() => setDecision(name)}
            />
            {t(`decision.${name}`)}
          </label>
        ))}
      </fieldset>
      <ReasonField
        label={t('reason')}
        hint={t('reason_hint')}
        reason={reason}
        isMissing={isTried && reason.trim() === ''}
        message={isTried && isMissing ? t('missing') : ''}
        onChange={setReason}
      />
      <ErrorNote error={decide.error} />
      <FormButtons
        cancel={t('cancel')}
        onCancel={onEnd}
        action={t('send')}
        isDisabled={decide.isPending}
        className="mt-3"
      />
    </form>
  )
}
