import { useTranslation } from 'react-i18next'
import { Select } from '../../look/controls.tsx'
import { Field } from '../../look/field.tsx'
import { OWN_PLATE_CHOICES, ownPlateChoiceOf } from './own-plate.ts'

type Props = { keepsOwnPlate: boolean | null; onChange: (keepsOwnPlate: boolean | null) => void }

/** Whether people see the plate of the inspected vehicle, or whether the organization decides. */
export function OwnPlateField({ keepsOwnPlate, onChange }: Props) {
  const { t } = useTranslation('capture')
  return (
    <Field look="strong" label={t('own_plate.title')} hint={t('own_plate.text')} className="mt-4">
      <Select
        value={ownPlateChoiceOf(keepsOwnPlate).name}
        options={OWN_PLATE_CHOICES.map(({ name }) => ({ value: name, label: t(`own_plate.${name}`) }))}
        onValue={(chosen) =>
          onChange(OWN_PLATE_CHOICES.find(({ name }) => name === chosen)?.keepsOwnPlate ?? null)
        }
        className="max-w-80 px-2"
      />
    </Field>
  )
}
