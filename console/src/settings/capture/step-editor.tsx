import { CAPTURE_STEP_NAMES, WALKS } from '@walkaround/catalog/capture-steps'
import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useStepName } from '../../capture/profile-words.ts'
import { Button } from '../../look/button.tsx'
import { Select } from '../../look/controls.tsx'
import { FieldGroup } from '../../look/field.tsx'
import {
  isAround,
  moveStep,
  NEEDS,
  needOf,
  type ProfileStep,
  replaceWalk,
  stepWith,
} from './profile-steps.ts'

type Props = {
  steps: readonly ProfileStep[]
  onChange: (steps: ProfileStep[]) => void
  error: string | undefined
}

const square = 'size-9 px-0 max-sm:size-[44px]'

/** The steps in their order: add, remove, move, and say what must be there at the end. */
export function StepEditor({ steps, onChange, error }: Props) {
  const { t } = useTranslation('capture')
  const nameOf = useStepName()
  const unused = CAPTURE_STEP_NAMES.filter((name) => !steps.some(({ step }) => step === name))
  const around = steps.filter(isAround).length
  return (
    <FieldGroup look="strong" label={t('form.steps')} error={error} className="mt-4">
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <span className="text-quiet">{t('form.walk')}</span>
        {WALKS.map((walk) => (
          <Button
            key={walk}
            aria-pressed={around === walk}
            touch="sm"
            className="aria-pressed:bg-chosen"
            onClick={() => onChange(replaceWalk(steps, walk))}
          >
            {t('form.walk_of', { count: walk })}
          </Button>
        ))}
      </div>
      <ol aria-label={t('form.steps')} className="mt-3">
        {steps.map((step, index) => {
          const name = nameOf(step.step)
          return (
            <li
              key={step.step}
              className="flex flex-wrap items-center gap-x-2 gap-y-1 border-line border-t py-1.5 last:border-b"
            >
              <span aria-hidden className="w-6 text-end text-quiet text-sm tabular-nums">
                {index + 1}
              </span>
              <span className="min-w-0 flex-1 basis-32">{name}</span>
              <div className="flex min-w-0 items-center gap-1 max-sm:w-full">
                <Select
                  size="dense"
                  aria-label={t('form.need', { name })}
                  value={needOf(step)}
                  options={NEEDS.map((need) => ({ value: need, label: t(`need.${need}`) }))}
                  onValue={(need) => onChange(steps.with(index, stepWith(step.step, need)))}
                  className="max-sm:flex-1"
                />
                <Button
                  kind="ghost"
                  aria-label={t('form.up', { name })}
                  disabled={index === 0}
                  className={square}
                  onClick={() => onChange(moveStep(steps, index, -1))}
                >
                  <ArrowUp aria-hidden className="size-4" />
                </Button>
                <Button
                  kind="ghost"
                  aria-label={t('form.down', { name })}
                  disabled={index === steps.length - 1}
                  className={square}
                  onClick={() => onChange(moveStep(steps, index, 1))}
                >
                  <ArrowDown aria-hidden className="size-4" />
                </Button>
                <Button
                  kind="ghost"
                  aria-label={t('form.remove', { name })}
                  className={square}
                  onClick={() => onChange(steps.toSpliced(index, 1))}
                >
                  <X aria-hidden className="size-4" />
                </Button>
              </div>
            </li>
          )
        })}
      </ol>
      {unused.length > 0 ? (
        <Select
          size="dense"
          aria-label={t('form.add')}
          value=""
          options={[
            { value: '', label: t('form.add') },
            ...unused.map((name) => ({ value: name, label: nameOf(name) })),
          ]}
          onValue={(name) => onChange([...steps, stepWith(name, 'required')])}
          className="mt-3 w-full max-w-80 font-medium"
        />
      ) : null}
    </FieldGroup>
  )
}
