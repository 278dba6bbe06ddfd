import type { Selectable } from 'kysely'
import type { Vehicles } from '../../core/platform/database-types.ts'

/**
 * Clients read mileage and market value flat or nested, by generation, and the age under two spellings; the specification
 * names value and unit. All are sent.
 */
export function vehicleJson(row: Selectable<Vehicles>) {
  const { org_id, inspection_id, plate_key, vin_key, ...fields } = row
  const { mileage_value, mileage_unit, market_value_value, market_value_unit } = fields
  return {
    ...fields,
    object_type: 'VEHICLE' as const,
    vehicule_age: fields.vehicle_age,
    mileage: isKnown(mileage_value, mileage_unit)
      ? { value: mileage_value, unit: mileage_unit, mileage_value, mileage_unit }
      : {},
    market_value: isKnown(market_value_value, market_value_unit)
      ? { value: market_value_value, unit: market_value_unit, market_value_value, market_value_unit }
      : {},
  }
}

function isKnown(value: number | null, unit: string | null): boolean {
  return value !== null || unit !== null
}
