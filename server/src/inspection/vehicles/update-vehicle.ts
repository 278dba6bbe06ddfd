import { lockVisibleInspection } from '../../core/access/lock-inspection.ts'
import { requireInspection } from '../../core/access/scope.ts'
import { emit } from '../../core/contracts/events.ts'
import { requireVersion } from '../../core/contracts/versions.ts'
import { type Context, inTransaction } from '../../core/platform/context.ts'
import { lockVehicle } from './lock-vehicle.ts'
import { readVehicle } from './read-vehicle.ts'
import type { VehicleInput } from './schema.ts'
import { vehicleJson } from './vehicle-json.ts'

export async function updateVehicle(ctx: Context, inspectionId: string, input: VehicleInput) {
  await requireInspection(ctx, inspectionId, 'update')
  return inTransaction(ctx, async (ctx) => {
    const before = await lockVehicle(ctx, inspectionId)
    await lockVisibleInspection(ctx, inspectionId, 'update')
    requireVersion(ctx, before.version)
    const changes = readVehicle(ctx, input, before)
    if (Object.values(changes).every((change) => change === undefined)) return vehicleJson(before)
    const after = await ctx.db
      .updateTable('vehicles')
      .set(changes)
      .where('org_id', '=', ctx.org_id)
      .where('inspection_id', '=', inspectionId)
      .returningAll()
      .executeTakeFirstOrThrow()
    await emit(ctx, 'vehicle.updated', inspectionId, { vehicle_id: after.id })
    return vehicleJson(after)
  })
}
