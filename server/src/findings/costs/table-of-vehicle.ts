import { vehicleTypeOf } from '@walkaround/catalog/vehicle-types'
import { plainText } from '../../core/contracts/plain-text.ts'
import type { EstimateInput } from './estimate-types.ts'
import type { OpenTable } from './open-tables.ts'

/** The table with the rows of the first entry that means this vehicle; as it is where none does. */
export function tableOfVehicle(
  table: OpenTable,
  { brand, vehicle_type }: EstimateInput['vehicle'],
): OpenTable {
  const type = vehicleTypeOf(vehicle_type)
  const entry = table.vehicles?.find(
    ({ brands, vehicle_types }) =>
      (!brands || (brand !== null && brands.some((one) => plainText(one) === plainText(brand)))) &&
      (!vehicle_types || (type !== null && vehicle_types.includes(type))),
  )
  return entry ? { ...table, rows: { ...table.rows, ...entry.rows } } : table
}
