import { useTranslation } from 'react-i18next'
import { useStepName } from '../../capture/profile-words.ts'
import type { ProfileStep } from './profile-steps.ts'
import { needOf } from './profile-steps.ts'

/** The steps in their order, each with what must be there at the end. */
export function StepList({ steps }: { steps: readonly ProfileStep[] }) {
  const { t } = useTranslation('capture')
  const nameOf = useStepName()
  return (
    <ol className="mt-3 grid gap-x-8 sm:grid-cols-2">
      {steps.map((step, index) => (
        <li key={step.step} className="flex min-h-8 items-center gap-3 border-line border-b py-1">
          <span aria-hidden className="w-6 text-end text-quiet text-sm tabular-nums">
            {index + 1}
          </span>
          <span className="min-w-0 flex-1">{nameOf(step.step)}</span>
          <span className="text-quiet text-sm">{t(`need.${needOf(step)}`)}</span>
        </li>
      ))}
    </ol>
  )
}
