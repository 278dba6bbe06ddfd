import type { Selectable } from 'kysely'
import type { Vehicles } from '../platform/database-types.ts'

/** Clients read mileage and market value flat or nested, by generation; both are sent. */
export function vehicleJson(row: Omit<Selectable<Vehicles>, 'org_id' | 'inspection_id'>) {
  const { mileage_value, mileage_unit, market_value_value, market_value_unit } = row
  return {
    ...row,
    object_type: 'VEHICLE' as const,
    mileage: mileage_value === null ? {} : { mileage_value, mileage_unit },
    market_value: market_value_value === null ? {} : { market_value_value, market_value_unit },
  }
}
