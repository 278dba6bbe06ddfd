import type { Entities, Vehicle } from '@walkaround/sdk'
import type { VehicleFields } from '../../review/edits/edit.ts'

/** Where an entry comes from: read by a model and entered by it, or by somebody who wrote it. */
export type Origin = { by: 'model'; confidence: number | null } | { by: 'person' } | null

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The service keeps what a model read of the vehicle beside the entry, and whether it entered it. */
export function originOf(vehicle: Vehicle, field: keyof VehicleFields): Origin {
  const value = field === 'mileage' ? vehicle.mileage?.value : vehicle[field]
  if (value === null || value === undefined || value === '') return null
  const guess = vehicle.additionalData?.[field]
  if (!isObject(guess) || guess.is_entered !== true || guess.prediction !== value) return { by: 'person' }
  return { by: 'model', confidence: typeof guess.confidence === 'number' ? guess.confidence : null }
}

export type Suggestion = { text: string; confidence: number; fields: VehicleFields }

/** What was read and is not what is entered, the surest first. */
export function suggestionsFor(
  entities: Entities,
  vehicle: Vehicle,
  field: keyof VehicleFields,
): Suggestion[] {
  const contents = Object.values(entities.documents).flatMap(({ content }) => content ?? [])
  const readings = contents.flatMap((content): (Suggestion | null)[] => {
    const { vin, plate, fields } = content
    const of = (reading: { value: string; confidence: number } | null | undefined) =>
      reading
        ? { text: reading.value, confidence: reading.confidence, fields: { [field]: reading.value } }
        : null
    if (field === 'vin') return [of(vin), ...(vin?.candidates ?? []).map(of)]
    if (field === 'plate') return [of(plate), ...(plate?.candidates ?? []).map(of)]
    if (field === 'brand') return [of(fields.make)]
    if (field === 'model') return [of(fields.commercial_name)]
    return field === 'dateOfCirculation' ? [of(fields.first_registration_date)] : []
  })
  const odometers = Object.values(entities.images).flatMap(({ odometer, deletedAt }): Suggestion[] => {
    if (field !== 'mileage' || deletedAt || !odometer || odometer.value === null) return []
    const { value, unit, confidenceScore } = odometer
    return [
      { text: [value, unit].join(' '), confidence: confidenceScore, fields: { mileage: { value, unit } } },
    ]
  })
  const now = field === 'mileage' ? mileageText(vehicle) : String(vehicle[field] ?? '')
  const sorted = [...readings, ...odometers]
    .flatMap((one) => one ?? [])
    .filter(({ text }) => text !== now)
    .toSorted((a, b) => b.confidence - a.confidence)
  return sorted.filter((one, at) => sorted.findIndex(({ text }) => text === one.text) === at).slice(0, MOST)
}

const MOST = 3
const mileageText = ({ mileage }: Vehicle) => [mileage?.value, mileage?.unit].join(' ')
