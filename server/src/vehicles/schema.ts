import { type Static, Type } from 'typebox'
import { Closed, Free, Nullable, OneOf, Text, Time } from '../contracts/schema.ts'

// The published clients spell some fields in more than one way; all spellings are read.
const Amount = Closed({
  value: Type.Optional(Type.Number()),
  unit: Type.Optional(Text),
  mileage_value: Type.Optional(Type.Number()),
  mileage_unit: Type.Optional(Text),
  market_value_value: Type.Optional(Type.Number()),
  market_value_unit: Type.Optional(Text),
})

export const VehicleInput = Closed({
  brand: Type.Optional(Nullable(Text)),
  model: Type.Optional(Nullable(Text)),
  plate: Type.Optional(Nullable(Text)),
  vehicle_type: Type.Optional(Nullable(Text)),
  mileage: Type.Optional(Nullable(Amount)),
  market_value: Type.Optional(Nullable(Amount)),
  serie: Type.Optional(Nullable(Text)),
  series: Type.Optional(Nullable(Text)),
  vehicle_style: Type.Optional(Nullable(Text)),
  vehicle_age: Type.Optional(Nullable(Text)),
  vehicule_age: Type.Optional(Nullable(Text)),
  vin: Type.Optional(Nullable(Text)),
  color: Type.Optional(Nullable(Text)),
  exterior_cleanliness: Type.Optional(Nullable(Text)),
  interior_cleanliness: Type.Optional(Nullable(Text)),
  date_of_circulation: Type.Optional(Nullable(Text)),
  owner_info: Type.Optional(Nullable(Free)),
  duplicate_keys: Type.Optional(Nullable(Type.Boolean())),
  expertise_requested: Type.Optional(Nullable(Type.Boolean())),
  car_registration: Type.Optional(Nullable(Type.Boolean())),
  vehicle_quotation: Type.Optional(Nullable(Type.Number())),
  trade_in_offer: Type.Optional(Nullable(Type.Number())),
  additional_data: Type.Optional(Free),
})
export type VehicleInput = Static<typeof VehicleInput>

const TEXTS = [
  'brand',
  'model',
  'plate',
  'vehicle_type',
  'serie',
  'vehicle_style',
  'vehicle_age',
  'vin',
  'color',
  'exterior_cleanliness',
  'interior_cleanliness',
  'date_of_circulation',
] as const
const textFields = Object.fromEntries(TEXTS.map((name) => [name, Nullable(Type.String())]))

export const Vehicle = Type.Object(
  {
    id: Type.String(),
    object_type: OneOf(['VEHICLE']),
    created_at: Time,
    ...textFields,
    mileage_value: Nullable(Type.Number()),
    mileage_unit: Nullable(Type.String()),
    market_value_value: Nullable(Type.Number()),
    market_value_unit: Nullable(Type.String()),
    mileage: Free,
    market_value: Free,
    owner_info: Nullable(Free),
    duplicate_keys: Nullable(Type.Boolean()),
    expertise_requested: Nullable(Type.Boolean()),
    car_registration: Nullable(Type.Boolean()),
    vehicle_quotation: Nullable(Type.Number()),
    trade_in_offer: Nullable(Type.Number()),
    additional_data: Free,
  },
  { $id: 'Vehicle' },
)
