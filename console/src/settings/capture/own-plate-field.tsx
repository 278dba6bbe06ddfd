import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { OWN_PLATE_CHOICES, ownPlateChoiceOf } from './own-plate.ts'

type Props = { keepsOwnPlate: boolean | null; onChange: (keepsOwnPlate: boolean | null) => void }

/** Whether people see the plate of the inspected vehicle, or whether the organization decides. */
export function OwnPlateField({ keepsOwnPlate, onChange }: Props) {
  const { t } = useTranslation('capture')
  const id = useId()
  return (
    <>
      <label htmlFor={id} className="mt-4 block font-semibold">
        {t('own_plate.title')}
      </label>
      <p id={`${id}-text`} className="mt-0.5 mb-2 text-quiet text-sm">
        {t('own_plate.text')}
      </p>
      <select
        id={id}
        value={ownPlateChoiceOf(keepsOwnPlate).name}
        aria-describedby={`${id}-text`}
        onChange={({ target }) =>
          onChange(OWN_PLATE_CHOICES.find(({ name }) => name === target.value)?.keepsOwnPlate ?? null)
        }
        className="h-9 w-full max-w-80 rounded-control border border-line bg-panel px-2 max-sm:h-[44px]"
      >
        {OWN_PLATE_CHOICES.map(({ name }) => (
          <option key={name} value={name}>
            {t(`own_plate.${name}`)}
          </option>
        ))}
      </select>
    </>
  )
}
