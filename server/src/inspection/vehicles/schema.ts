import { type Static, Type } from 'typebox'
import {
  Closed,
  Free,
  IdOf,
  Nullable,
  OneOf,
  PageQuery,
  Paging,
  Text,
  Time,
  Version,
} from '../../core/contracts/schema.ts'
import { INSPECTION_STATUSES } from '../../core/contracts/tasks.ts'

const OptionalText = Type.Optional(Nullable(Text))
const OptionalNumber = Type.Optional(Nullable(Type.Number()))
const OptionalBoolean = Type.Optional(Nullable(Type.Boolean()))

// The published clients spell some fields in more than one way; all spellings are read.
const Mileage = Closed({
  value: OptionalNumber,
  unit: OptionalText,
  mileage_value: OptionalNumber,
  mileage_unit: OptionalText,
})

const MarketValue = Closed({
  value: OptionalNumber,
  unit: OptionalText,
  market_value_value: OptionalNumber,
  market_value_unit: OptionalText,
})

/** Lists are searched by it. */
const Searchable = Type.Optional(Nullable(Type.String({ maxLength: 100 })))

export const VehicleInput = Closed({
  brand: OptionalText,
  model: OptionalText,
  plate: Searchable,
  vehicle_type: OptionalText,
  mileage: Type.Optional(Nullable(Mileage)),
  market_value: Type.Optional(
    Nullable(Type.Unsafe<number | Static<typeof MarketValue>>({ anyOf: [Type.Number(), MarketValue] })),
  ),
  serie: OptionalText,
  series: OptionalText,
  vehicle_style: OptionalText,
  vehicle_age: OptionalText,
  vehicule_age: OptionalText,
  vin: Searchable,
  color: OptionalText,
  exterior_cleanliness: OptionalText,
  interior_cleanliness: OptionalText,
  date_of_circulation: OptionalText,
  owner_info: Type.Optional(Nullable(Free)),
  duplicate_keys: OptionalBoolean,
  expertise_requested: OptionalBoolean,
  car_registration: OptionalBoolean,
  vehicle_quotation: OptionalNumber,
  trade_in_offer: OptionalNumber,
  additional_data: Type.Optional(Nullable(Free)),
})
export type VehicleInput = Static<typeof VehicleInput>

export const VIN_WARNINGS = ['length', 'characters', 'check_digit', 'make'] as const

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
    vehicule_age: Nullable(Type.String({ description: '`vehicle_age` as the oldest clients spell it' })),
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
    repair_estimate: Type.Optional(
      Nullable(
        Type.Number({
          description: 'sum of all prices, in major units; only when the whole inspection is read',
        }),
      ),
    ),
    vin_warnings: Type.Optional(
      Type.Array(OneOf(VIN_WARNINGS), {
        description:
          'what speaks against the VIN: a length other than 17, characters no VIN has, a wrong check digit where one is compulsory, or a maker other than `brand`. Shown where inspections are read; a VIN is never refused',
      }),
    ),
    version: Version,
  },
  { $id: 'Vehicle' },
)

export const VehicleParams = Type.Object({ inspection_id: IdOf('inspection') })

/** What a timeline entry shows of the vehicle, and where two inspections of one vehicle can disagree. */
export const IDENTIFYING_FIELDS = ['vin', 'plate', 'brand', 'model', 'color', 'vehicle_type'] as const
const JOINED_BY = ['self', 'vin', 'plate', 'related_inspection'] as const
const CutText = Nullable(Type.String({ description: 'at most 50 characters' }))

export const TimelineEntry = Type.Object(
  {
    id: Type.String({ description: 'id of the inspection' }),
    object_type: OneOf(['TIMELINE_ENTRY']),
    created_at: Time,
    status: OneOf(INSPECTION_STATUSES),
    inspection_type: CutText,
    related_inspection_id: Nullable(Type.String()),
    ...Object.fromEntries(IDENTIFYING_FIELDS.map((name) => [name, CutText])),
    joined_by: OneOf(JOINED_BY, {
      description:
        'the strongest reason why it is on the timeline; `self` is the inspection in the URL, `related_inspection` a link by `related_inspection_id`',
    }),
    disagreements: Type.Array(OneOf(IDENTIFYING_FIELDS), {
      description: 'the fields that contradict the inspection in the URL; an empty field contradicts nothing',
    }),
  },
  { $id: 'TimelineEntry' },
)

export const TimelineQuery = Closed({
  ...PageQuery('inspection'),
  limit: Type.Integer({
    minimum: 1,
    default: 20,
    description: 'rows per page; a larger value is reduced to the maximum',
  }),
})
export const Timeline = Type.Object({ data: Type.Array(Type.Ref('TimelineEntry')), paging: Paging })
