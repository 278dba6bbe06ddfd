import type { TransactionContext } from '../platform/context.ts'
import { json } from '../platform/database.ts'
import { uuidv7 } from '../platform/uuid.ts'
import type { VehicleInput } from './schema.ts'

/** Every inspection has a vehicle, also when nothing is known of it yet. */
export async function insertVehicle(
  ctx: TransactionContext,
  inspectionId: string,
  input: VehicleInput,
): Promise<void> {
  const { mileage, market_value, series, vehicule_age, owner_info, additional_data, ...fields } = input
  await ctx.db
    .insertInto('vehicles')
    .values({
      ...fields,
      org_id: ctx.org_id,
      inspection_id: inspectionId,
      id: uuidv7(),
      serie: input.serie ?? series ?? null,
      vehicle_age: input.vehicle_age ?? vehicule_age ?? null,
      mileage_value: mileage?.value ?? mileage?.mileage_value ?? null,
      mileage_unit: mileage?.unit ?? mileage?.mileage_unit ?? null,
      market_value_value: market_value?.value ?? market_value?.market_value_value ?? null,
      market_value_unit: market_value?.unit ?? market_value?.market_value_unit ?? null,
      owner_info: owner_info ? json(owner_info) : null,
      additional_data: json(additional_data ?? {}),
    })
    .execute()
}
