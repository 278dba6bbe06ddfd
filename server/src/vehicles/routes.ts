import { Type } from 'typebox'
import type { App } from '../platform/app.ts'
import { VehicleInput, VehicleParams } from './schema.ts'
import { updateVehicle } from './update-vehicle.ts'

export function vehicleRoutes(app: App): void {
  app.patch('/inspections/:inspection_id/vehicle', {
    config: { access: 'update', versioned: true },
    schema: {
      operationId: 'updateVehicle',
      summary: 'Update the vehicle',
      description:
        'Sets the given fields and keeps the others; null clears a field. `additional_data` and `owner_info` are merged key by key.',
      tags: ['vehicles'],
      params: VehicleParams,
      body: VehicleInput,
      response: { 200: Type.Ref('Vehicle') },
    },
    handler: (request) => updateVehicle(request.ctx, request.params.inspection_id, request.body),
  })
}
