import type { UpdateVehicleBody, Vehicle } from '@walkaround/sdk'

/** How a field is written; `key` is its name in the API. */
export type VehicleField =
  | { kind: 'text'; key: TextKey; isLong?: boolean }
  | { kind: 'type'; key: 'vehicleType' }
  | { kind: 'number'; key: 'vehicleQuotation' | 'tradeInOffer' }
  | { kind: 'amount'; key: 'mileage' | 'marketValue'; unit: string }
  | { kind: 'yes_no'; key: 'duplicateKeys' | 'expertiseRequested' | 'carRegistration' }

type TextKey =
  | 'plate'
  | 'vin'
  | 'brand'
  | 'model'
  | 'series'
  | 'vehicleStyle'
  | 'color'
  | 'vehicleAge'
  | 'dateOfCirculation'
  | 'exteriorCleanliness'
  | 'interiorCleanliness'

export const MAIN_FIELDS: readonly VehicleField[] = [
  { kind: 'text', key: 'plate' },
  { kind: 'text', key: 'vin', isLong: true },
  { kind: 'text', key: 'brand' },
  { kind: 'text', key: 'model' },
  { kind: 'type', key: 'vehicleType' },
  { kind: 'text', key: 'color' },
  { kind: 'amount', key: 'mileage', unit: 'km' },
  { kind: 'text', key: 'dateOfCirculation' },
]

export const MORE_FIELDS: readonly VehicleField[] = [
  { kind: 'text', key: 'series' },
  { kind: 'text', key: 'vehicleStyle' },
  { kind: 'text', key: 'vehicleAge' },
  { kind: 'text', key: 'exteriorCleanliness' },
  { kind: 'text', key: 'interiorCleanliness' },
  { kind: 'amount', key: 'marketValue', unit: 'EUR' },
  { kind: 'number', key: 'vehicleQuotation' },
  { kind: 'number', key: 'tradeInOffer' },
  { kind: 'yes_no', key: 'duplicateKeys' },
  { kind: 'yes_no', key: 'carRegistration' },
  { kind: 'yes_no', key: 'expertiseRequested' },
]

/** The field as it stands in its input. */
export function textOf(vehicle: Vehicle, field: VehicleField): string {
  switch (field.kind) {
    case 'text':
    case 'type':
      return vehicle[field.key] ?? ''
    case 'number':
      return String(vehicle[field.key] ?? '')
    case 'amount':
      return String(vehicle[field.key]?.value ?? '')
    case 'yes_no': {
      const value = vehicle[field.key]
      return value === null || value === undefined ? '' : value ? 'yes' : 'no'
    }
  }
}

export function unitOf(vehicle: Vehicle, field: VehicleField): string | null {
  return field.kind === 'amount' ? (vehicle[field.key]?.unit ?? field.unit) : null
}

/** What to send for a text from an input; undefined where it is no number and should be one. */
export function changeOf(vehicle: Vehicle, field: VehicleField, text: string): UpdateVehicleBody | undefined {
  const trimmed = text.trim()
  const value = trimmed === '' ? null : trimmed
  switch (field.kind) {
    case 'text':
    case 'type':
      return { [field.key]: value }
    case 'yes_no':
      return { [field.key]: value === null ? null : value === 'yes' }
    case 'number':
    case 'amount': {
      const number = value === null ? null : readNumber(value)
      if (number === undefined) return undefined
      if (field.kind === 'number') return { [field.key]: number }
      return { [field.key]: { value: number, unit: unitOf(vehicle, field) } }
    }
  }
}

/** With a decimal comma or point, and spaces or apostrophes between thousands. */
function readNumber(text: string): number | undefined {
  const plain = text.replace(/[\s'’]/g, '').replace(',', '.')
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined
}
