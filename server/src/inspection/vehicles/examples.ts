import { EXAMPLE_VALUES, type Examples, pagingExample } from '../../core/contracts/examples.ts'

const NOTHING = {
  serie: null,
  vehicle_style: null,
  vehicle_age: null,
  vehicule_age: null,
  color: null,
  exterior_cleanliness: null,
  interior_cleanliness: null,
  date_of_circulation: null,
  market_value_value: null,
  market_value_unit: null,
  market_value: {},
  owner_info: null,
  duplicate_keys: null,
  expertise_requested: null,
  car_registration: null,
  vehicle_quotation: null,
  trade_in_offer: null,
}

export const vehicleExample = {
  id: EXAMPLE_VALUES.vehicle_id,
  object_type: 'VEHICLE',
  created_at: EXAMPLE_VALUES.time,
  brand: 'Alpine',
  model: 'A110',
  plate: 'AB-123-CD',
  vehicle_type: 'coupe',
  vin: 'VFAAAAAAAAA000001',
  mileage_value: 41250,
  mileage_unit: 'km',
  mileage: { value: 41250, unit: 'km', mileage_value: 41250, mileage_unit: 'km' },
  ...NOTHING,
  additional_data: {},
  version: 1,
}

export const vehicleExamples: Examples = {
  listVehicleInspections: [
    {
      summary: 'The timeline of a vehicle',
      query: { limit: '1' },
      answer: {
        status: 200,
        body: {
          data: [
            {
              id: EXAMPLE_VALUES.inspection_id,
              object_type: 'TIMELINE_ENTRY',
              created_at: EXAMPLE_VALUES.time,
              status: 'NOT_STARTED',
              inspection_type: 'check_in_check_out',
              related_inspection_id: null,
              vin: 'VFAAAAAAAAA000001',
              plate: 'AB-123-CD',
              brand: 'Alpine',
              model: 'A110',
              color: null,
              vehicle_type: 'coupe',
              joined_by: 'self',
              disagreements: [],
            },
          ],
          paging: pagingExample(EXAMPLE_VALUES.inspection_id),
        },
      },
    },
  ],
  updateVehicle: [
    {
      summary: 'Set the VIN and the mileage',
      body: { vin: 'VFAAAAAAAAA000001', mileage: { value: 41250, unit: 'km' } },
      answer: { status: 200, body: { ...vehicleExample, version: 2 } },
    },
  ],
}
