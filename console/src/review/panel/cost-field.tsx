import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Input } from '../../look/controls.tsx'
import { Field } from '../../look/field.tsx'
import { useReviewScope } from '../review-context.ts'
import type { Finding } from '../review-model.ts'
import { readAmount } from './read-amount.ts'

/** Takes sums, decimal comma and point. Enter saves and goes on to the next damage, Escape forgets. */
export function CostField({ finding }: { finding: Finding }) {
  const { t, i18n } = useTranslation('review')
  const { review, actions } = useReviewScope()
  const shown =
    finding.cost === null
      ? ''
      : new Intl.NumberFormat(i18n.language, { useGrouping: false, maximumFractionDigits: 2 }).format(
          finding.cost,
        )
  const [text, setText] = useState(shown)
  useEffect(() => setText(shown), [shown])
  const amount = readAmount(text)
  // Escape leaves the field, and leaving it saves.
  const isGivenUp = useRef(false)
  const save = () => {
    if (isGivenUp.current) return
    if (amount !== undefined && amount !== finding.cost) actions.setCost(amount, finding)
    else setText(shown)
  }
  return (
    <Field look="quiet" label={t('finding.cost', { currency: review.currency })}>
      <Input
        size="dense"
        touch="lg"
        data-cost-of-chosen
        inputMode="decimal"
        autoComplete="off"
        value={text}
        aria-invalid={amount === undefined}
        disabled={finding.partType === null}
        onFocus={() => {
          isGivenUp.current = false
        }}
        onValue={setText}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            isGivenUp.current = true
            setText(shown)
            event.currentTarget.blur()
          }
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || amount === undefined) return
          event.preventDefault()
          event.currentTarget.blur()
          actions.stepFinding(1)
        }}
        className="w-full tabular-nums"
      />
    </Field>
  )
}
