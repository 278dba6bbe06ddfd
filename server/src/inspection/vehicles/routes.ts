import { Type } from 'typebox'
import type { App } from '../../core/platform/app.ts'
import { listVehicleInspections } from './list-vehicle-inspections.ts'
import { Timeline, TimelineQuery, VehicleInput, VehicleParams } from './schema.ts'
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
  app.get('/inspections/:inspection_id/vehicle/inspections', {
    schema: {
      operationId: 'listVehicleInspections',
      summary: 'List the inspections of the same vehicle',
      description:
        'The timeline of a vehicle, newest first. Inspections share a timeline if they have the same VIN or the same plate (punctuation, spaces and case are ignored), or if `related_inspection_id` links them. `disagreements` names the fields in which an inspection contradicts the one in the URL. Includes the inspections you can read; deleted ones are left out.',
      tags: ['vehicles'],
      params: VehicleParams,
      querystring: TimelineQuery,
      response: { 200: Timeline },
    },
    handler: (request) => listVehicleInspections(request.ctx, request.params.inspection_id, request.query),
  })
}
