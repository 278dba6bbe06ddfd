import { VEHICLE_TYPES, vehicleTypeOf } from '@walkaround/catalog/vehicle-types'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { useLabels } from '../../look/use-labels.ts'
import type { ProfileStep } from './profile-steps.ts'
import { StepEditor } from './step-editor.tsx'

export type VehicleSteps = Record<string, ProfileStep[]>

type Props = {
  steps: ProfileStep[]
  onChange: (steps: ProfileStep[]) => void
  byType: VehicleSteps
  onChangeByType: (byType: VehicleSteps) => void
}

/** The list for all vehicles, and a list of its own for each body type that needs one. */
export function VehicleStepEditor({ steps, onChange, byType, onChangeByType }: Props) {
  const { t } = useTranslation('capture')
  const labels = useLabels()
  const [chosen, setChosen] = useState<string | null>(null)
  const types = Object.keys(byType)
  const others = VEHICLE_TYPES.filter((type) => !types.includes(type))
  const nameOf = (name: string) => {
    const type = vehicleTypeOf(name)
    return type ? labels.vehicle_types[type] : name
  }
  const own = chosen === null ? undefined : byType[chosen]
  return (
    <>
      <fieldset className="mt-4 min-w-0">
        <legend className="font-semibold">{t('form.vehicles')}</legend>
        <p className="mt-0.5 mb-2 text-quiet text-sm">{t('form.vehicles_text')}</p>
        <div className="flex flex-wrap items-center gap-2">
          {[null, ...types].map((type) => (
            <Button
              key={type ?? ''}
              aria-pressed={type === chosen}
              touch="sm"
              className="aria-pressed:bg-chosen"
              onClick={() => setChosen(type)}
            >
              {type === null ? t('form.vehicles_all') : nameOf(type)}
            </Button>
          ))}
          {others.length > 0 ? (
            <select
              aria-label={t('form.vehicles_add')}
              value=""
              onChange={({ target }) => {
                // Most of it is the same, so it starts as a copy.
                onChangeByType({ ...byType, [target.value]: steps })
                setChosen(target.value)
              }}
              className="h-9 rounded-control border border-line bg-panel px-2 max-sm:h-[44px]"
            >
              <option value="">{t('form.vehicles_add')}</option>
              {others.map((type) => (
                <option key={type} value={type}>
                  {labels.vehicle_types[type]}
                </option>
              ))}
            </select>
          ) : null}
        </div>
      </fieldset>
      {chosen !== null && own ? (
        <>
          <StepEditor steps={own} onChange={(list) => onChangeByType({ ...byType, [chosen]: list })} />
          <Button
            kind="ghost"
            touch="sm"
            className="mt-2"
            onClick={() => {
              const { [chosen]: _, ...rest } = byType
              onChangeByType(rest)
              setChosen(null)
            }}
          >
            {t('form.vehicles_remove', { type: nameOf(chosen) })}
          </Button>
        </>
      ) : (
        <StepEditor steps={steps} onChange={onChange} />
      )}
    </>
  )
}
