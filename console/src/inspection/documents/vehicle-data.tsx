import type { Vehicle } from '@walkaround/sdk'
import { useTranslation } from 'react-i18next'
import type { VehicleFields } from '../../review/edits/edit.ts'
import { useEditScope } from '../../review/review-context.ts'
import { useInspection } from '../inspection-context.ts'
import { VinWarnings } from '../vin-warnings.tsx'
import { VehicleField } from './vehicle-field.tsx'
import { suggestionsFor } from './vehicle-origin.ts'

const FIELDS = [
  'vin',
  'plate',
  'mileage',
  'brand',
  'model',
  'color',
  'dateOfCirculation',
] as const satisfies (keyof VehicleFields)[]

/** What is entered of the vehicle, to be corrected by hand. */
export function VehicleData({ vehicle, mayWrite }: { vehicle: Vehicle; mayWrite: boolean }) {
  const { t } = useTranslation('documents')
  const { entities } = useInspection()
  const { queue } = useEditScope()
  return (
    <section aria-label={t('vehicle.title')} className="rounded-panel border border-line bg-panel p-4">
      <h3 className="font-semibold text-base">{t('vehicle.title')}</h3>
      <div className="mt-3 grid gap-x-4 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
        {FIELDS.map((field) => (
          <VehicleField
            key={field}
            vehicle={vehicle}
            field={field}
            suggestions={suggestionsFor(entities, vehicle, field)}
            mayWrite={mayWrite}
            onSave={(fields) => queue.run({ kind: 'vehicle', vehicleId: vehicle.id, fields })}
          />
        ))}
      </div>
      <VinWarnings vehicle={vehicle} />
    </section>
  )
}
