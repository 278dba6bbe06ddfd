import type { CaptureProfile } from '@walkaround/sdk'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { Choice, Input, NumberInput } from '../../look/controls.tsx'
import { Field } from '../../look/field.tsx'
import { isWholeNumber, useForm } from '../../look/use-form.ts'
import { ErrorNote } from '../pieces/error-note.tsx'
import { ConsentFields } from './consent-fields.tsx'
import { OwnPlateField } from './own-plate-field.tsx'
import type { ProfileStep } from './profile-steps.ts'
import { VehicleStepEditor, type VehicleSteps } from './vehicle-steps.tsx'

const DAMAGES_MAX = 50

export type ProfileFields = {
  name: string
  steps: ProfileStep[]
  vehicleTypes: VehicleSteps
  damagesMax: number
  consent: Record<string, string>
  asksLocation: boolean
  keepsOwnPlate: boolean | null
}

type Props = {
  profile: CaptureProfile
  isRunning: boolean
  error: unknown
  onSave: (fields: ProfileFields) => void
  onCancel: () => void
}

/** Name, steps and texts of a profile. */
export function ProfileForm({ profile, isRunning, error, onSave, onCancel }: Props) {
  const { t } = useTranslation('capture')
  const { values, set, bind, wrong, errors, onSubmit } = useForm(
    {
      name: profile.name ?? '',
      steps: profile.steps ?? [],
      vehicleTypes: profile.vehicleTypes ?? {},
      damages: String(profile.damagesMax ?? 0),
      consent: profile.consent ?? {},
      asksLocation: profile.asksLocation ?? false,
      keepsOwnPlate: profile.keepsOwnPlate ?? null,
    },
    ({ name, steps, vehicleTypes, damages }) => ({
      ...(name.trim() ? {} : { name: t('form.name_wrong') }),
      ...([steps, ...Object.values(vehicleTypes)].some((list) => list.length === 0)
        ? { steps: t('form.steps_wrong') }
        : {}),
      ...(isWholeNumber(damages || '0', 0, DAMAGES_MAX) ? {} : { damages: t('form.damages_wrong') }),
    }),
  )
  const save = () => {
    const { name, damages, consent, ...others } = values
    const said = Object.entries(consent).filter(([, text]) => text.trim() !== '')
    onSave({
      ...others,
      name: name.trim(),
      damagesMax: Number(damages),
      consent: Object.fromEntries(said),
    })
  }
  return (
    <form
      noValidate
      onSubmit={onSubmit(save)}
      className="rounded-panel border border-line bg-panel p-5 max-sm:p-4"
    >
      <Field look="strong" label={t('form.name')} error={errors.name} isRequired>
        <Input maxLength={200} {...bind('name')} />
      </Field>
      <VehicleStepEditor
        steps={values.steps}
        onChange={(steps) => set({ steps })}
        byType={values.vehicleTypes}
        onChangeByType={(vehicleTypes) => set({ vehicleTypes })}
        error={errors.steps}
      />
      <Field
        look="strong"
        label={t('form.damages')}
        hint={t('form.damages_text')}
        error={wrong.damages}
        className="mt-4"
      >
        <NumberInput type="number" min={0} max={DAMAGES_MAX} className="max-w-28" {...bind('damages')} />
      </Field>
      <Choice
        type="checkbox"
        checked={values.asksLocation}
        hint={t('form.location_text')}
        onValue={(asksLocation) => set({ asksLocation })}
        className="mt-4 font-semibold"
      >
        {t('form.location')}
      </Choice>
      <OwnPlateField
        keepsOwnPlate={values.keepsOwnPlate}
        onChange={(keepsOwnPlate) => set({ keepsOwnPlate })}
      />
      <ConsentFields consent={values.consent} onChange={(consent) => set({ consent })} />
      <ErrorNote error={error} />
      <div className="mt-5 flex flex-wrap gap-2">
        <Button type="submit" kind="main" disabled={isRunning} touch="sm" className="max-sm:flex-1">
          {t('form.save')}
        </Button>
        <Button kind="ghost" onClick={onCancel} touch="sm" className="max-sm:flex-1">
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}
