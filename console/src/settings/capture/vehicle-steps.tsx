import { VEHICLE_TYPES, vehicleTypeOf } from '@walkaround/catalog/vehicle-types'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { Select } from '../../look/controls.tsx'
import { FieldGroup } from '../../look/field.tsx'
import { useLabels } from '../../look/use-labels.ts'
import type { ProfileStep } from './profile-steps.ts'
import { StepEditor } from './step-editor.tsx'

export type VehicleSteps = Record<string, ProfileStep[]>

type Props = {
  steps: ProfileStep[]
  onChange: (steps: ProfileStep[]) => void
  byType: VehicleSteps
  onChangeByType: (byType: VehicleSteps) => void
  error: string | undefined
}

/** The list for all vehicles, and a list of its own for each body type that needs one. */
export function VehicleStepEditor({ steps, onChange, byType, onChangeByType, error }: Props) {
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
      <FieldGroup look="strong" label={t('form.vehicles')} hint={t('form.vehicles_text')} className="mt-4">
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
            <Select
              size="dense"
              aria-label={t('form.vehicles_add')}
              value=""
              options={[
                { value: '', label: t('form.vehicles_add') },
                ...others.map((type) => ({ value: type, label: labels.vehicle_types[type] })),
              ]}
              onValue={(type) => {
                // Most of it is the same, so it starts as a copy.
                onChangeByType({ ...byType, [type]: steps })
                setChosen(type)
              }}
            />
          ) : null}
        </div>
      </FieldGroup>
      {chosen !== null && own ? (
        <>
          <StepEditor
            error={error}
            steps={own}
            onChange={(list) => onChangeByType({ ...byType, [chosen]: list })}
          />
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
        <StepEditor error={error} steps={steps} onChange={onChange} />
      )}
    </>
  )
}
