import type { CreateObjectionDecisionBody, Objection } from '@walkaround/sdk'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Choice } from '../../look/controls.tsx'
import { FieldGroup } from '../../look/field.tsx'
import { FormButtons } from '../../look/form-buttons.tsx'
import { ReasonField } from '../../look/reason-field.tsx'
import { useForm } from '../../look/use-form.ts'
import { ErrorNote } from '../pieces/error-note.tsx'
import { useDecide } from './use-objections.ts'

const DECISIONS = ['upheld', 'partly_upheld', 'rejected'] as const satisfies readonly Decision[]
type Decision = CreateObjectionDecisionBody['decision']

/** The answer of a person. The reason is for the one who objected. */
export function DecisionForm({ objection, onEnd }: { objection: Objection; onEnd: () => void }) {
  const { t } = useTranslation('objections')
  const id = useId()
  const decide = useDecide(objection)
  const { values, set, bind, errors, onSubmit } = useForm<{ decision: Decision | null; reason: string }>(
    { decision: null, reason: '' },
    ({ decision, reason }) => ({
      ...(decision ? {} : { decision: t('missing') }),
      ...(reason.trim() ? {} : { reason: t('missing') }),
    }),
  )
  const save = () => {
    const { decision, reason } = values
    if (decision) decide.mutate({ decision, reason: reason.trim() }, { onSuccess: onEnd })
  }
  return (
    <form
      noValidate
      aria-label={t('decide')}
      className="mt-3 rounded-control border border-line p-4"
      onSubmit={onSubmit(save)}
    >
      <FieldGroup label={t('question')} error={errors.decision}>
        {DECISIONS.map((name) => (
          <Choice
            key={name}
            type="radio"
            name={`${id}-decision`}
            checked={values.decision === name}
            onValue={() => set({ decision: name })}
          >
            {t(`decision.${name}`)}
          </Choice>
        ))}
      </FieldGroup>
      <ReasonField label={t('reason')} hint={t('reason_hint')} error={errors.reason} {...bind('reason')} />
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
