import type { CaptureProfile } from '@walkaround/sdk'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { ErrorNote } from '../pieces/error-note.tsx'
import { ConsentFields } from './consent-fields.tsx'
import { OwnPlateField } from './own-plate-field.tsx'
import type { ProfileStep } from './profile-steps.ts'
import { VehicleStepEditor, type VehicleSteps } from './vehicle-steps.tsx'

const DAMAGES_MAX = 50
const field =
  'h-9 w-full rounded-control border border-line bg-panel px-3 aria-invalid:border-bad max-sm:h-[44px] max-sm:text-base'

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
  const id = useId()
  const [name, setName] = useState(profile.name ?? '')
  const [steps, setSteps] = useState<ProfileStep[]>(profile.steps ?? [])
  const [vehicleTypes, setVehicleTypes] = useState<VehicleSteps>(profile.vehicleTypes ?? {})
  const [damages, setDamages] = useState(String(profile.damagesMax ?? 0))
  const [consent, setConsent] = useState<Record<string, string>>(profile.consent ?? {})
  const [asksLocation, setAsksLocation] = useState(profile.asksLocation ?? false)
  const [keepsOwnPlate, setKeepsOwnPlate] = useState(profile.keepsOwnPlate ?? null)
  const [isTried, setIsTried] = useState(false)
  const damagesMax = Number(damages)
  const isNameWrong = name.trim() === ''
  const areStepsWrong = [steps, ...Object.values(vehicleTypes)].some((list) => list.length === 0)
  const areDamagesWrong = !Number.isInteger(damagesMax) || damagesMax < 0 || damagesMax > DAMAGES_MAX
  const save = () => {
    setIsTried(true)
    if (isNameWrong || areStepsWrong || areDamagesWrong) return
    const said = Object.entries(consent).filter(([, text]) => text.trim() !== '')
    onSave({
      name: name.trim(),
      steps,
      vehicleTypes,
      damagesMax,
      consent: Object.fromEntries(said),
      asksLocation,
      keepsOwnPlate,
    })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      className="rounded-panel border border-line bg-panel p-5 max-sm:p-4"
    >
      <label htmlFor={`${id}-name`} className="font-semibold">
        {t('form.name')}
      </label>
      <input
        id={`${id}-name`}
        value={name}
        maxLength={200}
        required
        aria-invalid={isTried && isNameWrong}
        aria-describedby={`${id}-name-wrong`}
        onChange={(event) => setName(event.target.value)}
        className={`${field} mt-2`}
      />
      <p id={`${id}-name-wrong`} role="alert" className="mt-1 text-bad">
        {isTried && isNameWrong ? t('form.name_wrong') : ''}
      </p>
      <VehicleStepEditor
        steps={steps}
        onChange={setSteps}
        byType={vehicleTypes}
        onChangeByType={setVehicleTypes}
      />
      <p role="alert" className="mt-1 text-bad">
        {isTried && areStepsWrong ? t('form.steps_wrong') : ''}
      </p>
      <label htmlFor={`${id}-damages`} className="mt-4 block font-semibold">
        {t('form.damages')}
      </label>
      <p id={`${id}-damages-text`} className="mt-0.5 mb-2 text-quiet text-sm">
        {t('form.damages_text')}
      </p>
      <input
        id={`${id}-damages`}
        type="number"
        inputMode="numeric"
        min={0}
        max={DAMAGES_MAX}
        value={damages}
        aria-invalid={areDamagesWrong}
        aria-describedby={`${id}-damages-text ${id}-damages-wrong`}
        onChange={(event) => setDamages(event.target.value)}
        className={`${field} max-w-28`}
      />
      <p id={`${id}-damages-wrong`} role="alert" className="mt-1 text-bad">
        {areDamagesWrong ? t('form.damages_wrong') : ''}
      </p>
      <label className="mt-4 flex min-h-[28px] items-start gap-2 max-sm:min-h-[44px]">
        <input
          type="checkbox"
          checked={asksLocation}
          onChange={(event) => setAsksLocation(event.target.checked)}
          className="mt-1 size-[18px] shrink-0 accent-accent"
        />
        <span>
          <span className="font-semibold">{t('form.location')}</span>
          <span className="block text-quiet text-sm">{t('form.location_text')}</span>
        </span>
      </label>
      <OwnPlateField keepsOwnPlate={keepsOwnPlate} onChange={setKeepsOwnPlate} />
      <ConsentFields consent={consent} onChange={setConsent} />
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
