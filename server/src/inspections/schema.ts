import { type Static, Type } from 'typebox'
import { OWNERSHIP_FILTERS } from '../access/scope.ts'
import {
  Closed,
  Free,
  IdOf,
  Nullable,
  OneOf,
  PAGINATION_ORDERS,
  PageQuery,
  Paging,
  Text,
  Time,
} from '../contracts/schema.ts'
import { INSPECTION_STATUSES } from '../contracts/tasks.ts'
import { CreateImage } from '../images/schema.ts'
import { UPDATE_STATUSES } from '../tasks/schema.ts'
import { VehicleInput } from '../vehicles/schema.ts'

const Callback = Type.Object(
  { url: Type.String({ maxLength: 2_000 }), headers: Type.Optional(Free), params: Type.Optional(Free) },
  { additionalProperties: true },
)

/** Whatever else a client sends with a task becomes its `arguments`, as it came. */
const TaskOptions = Type.Object(
  {
    status: Type.Optional(OneOf(UPDATE_STATUSES)),
    callbacks: Type.Optional(Nullable(Type.Array(Callback))),
  },
  { additionalProperties: true },
)
export type TaskOptions = Static<typeof TaskOptions> & Record<string, unknown>

export const CreateInspection = Closed({
  tasks: Type.Unsafe<Record<string, TaskOptions>>({ type: 'object', additionalProperties: TaskOptions }),
  vehicle: Type.Optional(Nullable(VehicleInput)),
  images: Type.Optional(Nullable(Type.Array(CreateImage, { maxItems: 20 }))),
  damage_areas: Type.Optional(Nullable(Type.Array(Free, { maxItems: 100 }))),
  inspection_type: Type.Optional(Nullable(Text)),
  accident_nature: Type.Optional(Nullable(Text)),
  related_inspection_id: Type.Optional(Nullable(IdOf('inspection'))),
  usage_duration: Type.Optional(Nullable(Type.Number())),
  damage_severity: Type.Optional(Nullable(Free)),
  pricing: Type.Optional(Nullable(Free)),
  additional_data: Type.Optional(Nullable(Free)),
})
export type CreateInspection = Static<typeof CreateInspection>

export const Created = Type.Object({ id: Type.String(), object_type: OneOf(['INSPECTION']) })

const summary = {
  id: Type.String(),
  object_type: OneOf(['INSPECTION']),
  created_at: Time,
  deleted_at: Nullable(Time),
  owner_id: Type.String(),
  creator_id: Type.String(),
  status: OneOf(INSPECTION_STATUSES),
  inspection_type: Nullable(Type.String()),
  additional_data: Free,
  images: Type.Array(Type.Ref('Image')),
}

export const InspectionSummary = Type.Object(
  {
    ...summary,
    damages: Type.Optional(Type.Array(Free)),
    parts: Type.Optional(Type.Array(Free)),
    vehicle: Type.Optional(Type.Ref('Vehicle')),
    plate: Type.Optional(Nullable(Type.String())),
  },
  { $id: 'InspectionSummary' },
)

export const Inspection = Type.Object(
  {
    ...summary,
    accident_nature: Nullable(Type.String()),
    related_inspection_id: Nullable(Type.String()),
    usage_duration: Nullable(Type.Number()),
    damage_areas: Type.Array(Free),
    tasks: Type.Array(Type.Ref('Task')),
    vehicle: Type.Ref('Vehicle'),
    damages: Type.Array(Free),
    parts: Type.Array(Free),
    wheel_analysis: Type.Array(Free),
    severity_results: Type.Array(Free),
    documents: Type.Array(Free),
    pricing: Type.Null(),
  },
  { $id: 'Inspection' },
)

export const InspectionParams = Type.Object({ inspection_id: IdOf('inspection') })

const VERBOSITIES = ['0', '1', 'light', 'true', 'false'] as const
export const GetInspectionQuery = Closed({
  show_deleted_objects: Type.Boolean({ default: false }),
  verbose: Type.Optional(OneOf(VERBOSITIES)),
})

/** Filters and sort keys are a closed list; one that is not here is refused, not guessed. */
export const ListInspectionsQuery = Type.Object(
  {
    ...PageQuery('inspection'),
    order_by: Type.Optional(OneOf(['created_at'])),
    // Spellings of earlier clients for order_by and pagination_order.
    sort_by_property: Type.Optional(OneOf(['created_at'])),
    sort_order: Type.Optional(OneOf(PAGINATION_ORDERS)),
    ownership_filter: OneOf(OWNERSHIP_FILTERS, { default: 'own_resources' }),
    inspection_status: Type.Optional(OneOf(INSPECTION_STATUSES)),
    show_deleted: Type.Boolean({ default: true }),
    verbose: OneOf(VERBOSITIES, { default: '0' }),
  },
  { additionalProperties: false },
)
export type ListInspectionsQuery = Static<typeof ListInspectionsQuery>

export const InspectionList = Type.Object({ data: Type.Array(Type.Ref('InspectionSummary')), paging: Paging })
