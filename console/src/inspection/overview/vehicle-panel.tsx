import { vehicleTypeOf } from '@walkaround/catalog/vehicle-types'
import type { Vehicle } from '@walkaround/sdk'
import { useTranslation } from 'react-i18next'
import { TitledPanel } from '../../look/titled-panel.tsx'
import { useLabels } from '../../look/use-labels.ts'
import { useInspection } from '../inspection-context.ts'
import { useMay } from '../use-may.ts'
import { VinWarnings } from '../vin-warnings.tsx'
import { VehicleFieldInput } from './vehicle-field-input.tsx'
import { MAIN_FIELDS, MORE_FIELDS, textOf, unitOf, type VehicleField } from './vehicle-fields.ts'

const grid = 'grid grid-cols-2 gap-x-3 gap-y-2 sm:grid-cols-3 xl:grid-cols-4'

/** All that is known of the vehicle, written in place by whoever may. */
export function VehiclePanel() {
  const { t } = useTranslation('overview')
  const { entities } = useInspection()
  const mayUpdate = useMay('update')
  const vehicle = Object.values(entities.vehicles)[0]
  if (!vehicle) return null
  const Fields = mayUpdate ? FieldInputs : FieldTexts
  return (
    <TitledPanel title={t('vehicle.title')}>
      <Fields vehicle={vehicle} fields={MAIN_FIELDS} />
      <VinWarnings vehicle={vehicle} />
      <details className="mt-3">
        <summary className="min-h-6 cursor-pointer py-1 text-quiet">{t('vehicle.more')}</summary>
        <div className="pt-2">
          <Fields vehicle={vehicle} fields={MORE_FIELDS} />
          <Owner vehicle={vehicle} />
        </div>
      </details>
    </TitledPanel>
  )
}

type FieldsProps = { vehicle: Vehicle; fields: readonly VehicleField[] }

function FieldInputs({ vehicle, fields }: FieldsProps) {
  return (
    <div className={grid}>
      {fields.map((field) => (
        <VehicleFieldInput key={field.key} vehicle={vehicle} field={field} />
      ))}
    </div>
  )
}

function FieldTexts({ vehicle, fields }: FieldsProps) {
  const { t } = useTranslation('overview')
  const labels = useLabels()
  const wordOf = (field: VehicleField): string => {
    const text = textOf(vehicle, field)
    if (text === '') return '–'
    if (field.kind === 'yes_no') return t(`vehicle.${text}`)
    const type = field.kind === 'type' ? vehicleTypeOf(text) : null
    return type ? labels.vehicle_types[type] : [text, unitOf(vehicle, field)].filter(Boolean).join(' ')
  }
  return (
    <dl className={grid}>
      {fields.map((field) => (
        <div key={field.key} className="min-w-0">
          <dt className="text-quiet text-sm">{t(`vehicle.field.${field.key}`)}</dt>
          <dd className="break-words">{wordOf(field)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What clients say of the owner has no fixed fields, so it is shown as they name it. */
function Owner({ vehicle: { ownerInfo } }: { vehicle: Vehicle }) {
  const { t } = useTranslation('overview')
  const entries = Object.entries(ownerInfo ?? {}).filter(([, value]) => typeof value !== 'object')
  if (entries.length === 0) return null
  return (
    <>
      <h3 className="mt-4 mb-1 font-medium">{t('vehicle.owner')}</h3>
      <dl className={grid}>
        {entries.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-quiet text-sm">{name.replaceAll('_', ' ')}</dt>
            <dd className="break-words">{String(value)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
