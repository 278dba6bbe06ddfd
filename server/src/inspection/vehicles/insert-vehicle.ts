import type { TransactionContext } from '../../core/platform/context.ts'
import { uuidv7 } from '../../core/platform/uuid.ts'
import { readVehicle } from './read-vehicle.ts'
import type { VehicleInput } from './schema.ts'

/** Every inspection has a vehicle, also when nothing is known of it yet. */
export async function insertVehicle(
  ctx: TransactionContext,
  inspectionId: string,
  input: VehicleInput,
): Promise<void> {
  await ctx.db
    .insertInto('vehicles')
    .values({
      ...readVehicle(ctx, input, { owner_info: null, additional_data: {} }),
      org_id: ctx.org_id,
      inspection_id: inspectionId,
      id: uuidv7(),
    })
    .execute()
}
