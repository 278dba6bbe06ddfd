import { type Static, Type } from 'typebox'
import { OWNERSHIP_FILTERS } from '../../core/access/scope.ts'
import {
  Closed,
  Free,
  type FreeObject,
  IdOf,
  Nullable,
  OneOf,
  PAGINATION_ORDERS,
  PageQuery,
  Paging,
  Text,
  Time,
  Version,
} from '../../core/contracts/schema.ts'
import { INSPECTION_STATUSES } from '../../core/contracts/tasks.ts'
import { CreateImage, DamageArea } from '../../inspection/images/schema.ts'
import { type Task, UPDATE_STATUSES } from '../../inspection/tasks/schema.ts'
import { VehicleInput } from '../../inspection/vehicles/schema.ts'
import { CALLBACK_EVENTS } from '../../outputs/webhooks/callback-request.ts'

const CallbackEvents = Nullable(
  Type.Unsafe<string | string[]>({
    anyOf: [OneOf(CALLBACK_EVENTS), Type.Array(OneOf(CALLBACK_EVENTS), { maxItems: CALLBACK_EVENTS.length })],
  }),
)

/** Clients write the event in three ways; `callbackEvent` is `callback_event` by the time it is read. */
const Callback = Type.Object(
  {
    url: Type.String({ maxLength: 2_000, description: 'https, or http if the operator allows it' }),
    headers: Type.Optional(Type.Unsafe<FreeObject>({ ...Free, description: 'at most 20, of 1 KiB each' })),
    params: Type.Optional(Type.Unsafe<FreeObject>({ ...Free, description: 'added to the query of `url`' })),
    callback_event: Type.Optional(CallbackEvents),
    event: Type.Optional(CallbackEvents),
  },
  { additionalProperties: true },
)

/** Whatever else a client sends with a task becomes its `arguments`, as it came. */
const TaskOptions = Type.Object(
  {
    status: Type.Optional(
      OneOf(UPDATE_STATUSES, {
        description: '`NOT_STARTED`, or `TODO` to start with the pictures in the request',
      }),
    ),
    callbacks: Type.Optional(Nullable(Type.Array(Callback))),
  },
  { additionalProperties: true },
)
export type TaskOptions = Static<typeof TaskOptions> & Record<string, unknown>

export const CreateInspection = Closed({
  tasks: Type.Unsafe<Record<string, TaskOptions>>({
    type: 'object',
    additionalProperties: TaskOptions,
    description: 'by task name; other options of a task are stored as its `arguments`',
  }),
  vehicle: Type.Optional(Nullable(VehicleInput)),
  images: Type.Optional(Nullable(Type.Array(CreateImage, { maxItems: 20 }))),
  damage_areas: Type.Optional(Nullable(Type.Array(DamageArea, { maxItems: 100 }))),
  inspection_type: Type.Optional(Nullable(Text)),
  accident_nature: Type.Optional(Nullable(Text)),
  related_inspection_id: Type.Optional(
    Nullable(
      IdOf('inspection', {
        description: 'another inspection you can access, such as the one at check-out',
      }),
    ),
  ),
  usage_duration: Type.Optional(Nullable(Type.Number({ description: 'stored unchanged' }))),
  damage_severity: Type.Optional(Nullable(Free)),
  pricing: Type.Optional(Nullable(Free)),
  additional_data: Type.Optional(Nullable(Free)),
})
export type CreateInspection = Static<typeof CreateInspection>

export const UpdateInspection = Closed({ additional_data: Type.Optional(Nullable(Free)) })
export type UpdateInspection = Static<typeof UpdateInspection>

export const UpdatedInspection = Type.Object({
  id: Type.String(),
  object_type: OneOf(['INSPECTION']),
  additional_data: Free,
  version: Version,
})

export const ValidatedInspection = Type.Object({
  id: Type.String(),
  object_type: OneOf(['INSPECTION']),
  status: OneOf(INSPECTION_STATUSES),
  tasks: Type.Array(Type.Ref('Task')),
  version: Version,
})
export type ValidatedInspection = Static<typeof ValidatedInspection> & { tasks: Task[] }

const summary = {
  id: Type.String(),
  object_type: OneOf(['INSPECTION']),
  created_at: Time,
  deleted_at: Nullable(Time),
  owner_id: Type.String(),
  creator_id: Type.String(),
  status: OneOf(INSPECTION_STATUSES, { description: 'derived from the tasks' }),
  inspection_type: Nullable(Type.String()),
  additional_data: Free,
  images: Type.Array(Type.Ref('Image')),
}

export const InspectionSummary = Type.Object(
  {
    ...summary,
    damages: Type.Optional(Type.Array(Type.Ref('Damage'))),
    parts: Type.Optional(Type.Array(Type.Ref('Part'))),
    vehicle: Type.Optional(Type.Ref('Vehicle')),
    plate: Type.Optional(Nullable(Type.String())),
    pricing: Type.Optional(Nullable(Free)),
    pdf_url: Type.Optional(Nullable(Type.String())),
  },
  { $id: 'InspectionSummary' },
)

const Coverage = Type.Object(
  {
    ring: Type.Object(
      {
        segments: Type.Integer(),
        covered: Type.Integer(),
        share: Type.Number(),
        is_complete: Type.Boolean(),
      },
      {
        description: 'segments of 5 degrees covered by a picture, for video walk-arounds',
      },
    ),
    buckets: Type.Object(
      { count: Type.Integer(), covered: Type.Integer(), is_complete: Type.Boolean() },
      { description: 'sectors of 60 degrees covered by a picture' },
    ),
    viewpoints: Type.Object({ covered: Type.Array(Type.String()), missing: Type.Array(Type.String()) }),
    parts: Type.Object(
      { share: Type.Number(), missing: Type.Array(Type.String()) },
      { description: 'weighted share of outer parts covered by a compliant picture' },
    ),
  },
  { description: 'how much of the vehicle was photographed, based on the directions clients give' },
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
    damages: Type.Array(Type.Ref('Damage')),
    parts: Type.Array(Type.Ref('Part')),
    wheel_analysis: Type.Array(Type.Ref('WheelAnalysis')),
    severity_results: Type.Array(Type.Ref('Severity')),
    documents: Type.Array(Type.Ref('Document')),
    pricing: Nullable(Free),
    coverage: Coverage,
    pdf_generation_ready: Type.Boolean({
      description: 'whether every task is done, so that a report can be complete',
    }),
    pdf_url: Nullable(
      Type.String({ description: 'URL of the latest report, opens without a token; null until it is done' }),
    ),
    version: Version,
  },
  { $id: 'Inspection' },
)

export const InspectionParams = Type.Object({ inspection_id: IdOf('inspection') })

/** What a client says of itself. Prices come in the shape that version can read. */
export const ClientHeaders = Type.Object({
  'x-monk-sdk-version': Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'version of the client; older clients get prices in their own format',
    }),
  ),
})

const VERBOSITIES = ['0', '1', 'light', 'true', 'false'] as const
export const GetInspectionQuery = Closed({
  show_deleted_objects: Type.Boolean({ default: false, description: 'include its deleted records' }),
  verbose: Type.Optional(OneOf(VERBOSITIES, { description: '`light` omits the polygons of views' })),
})

const SearchTerm = Type.String({ minLength: 1, maxLength: 100, description: 'of the vehicle' })
const Filters = {
  ownership_filter: OneOf(OWNERSHIP_FILTERS, {
    default: 'own_resources',
    description: 'whose inspections to include; others require permission to read them',
  }),
  inspection_status: Type.Optional(OneOf(INSPECTION_STATUSES, { description: 'filter by status' })),
  show_deleted: Type.Boolean({ default: true, description: 'include deleted inspections' }),
  vin: Type.Optional(SearchTerm),
  plate: Type.Optional(SearchTerm),
  search: Type.Optional(
    Type.String({
      minLength: 2,
      maxLength: 100,
      description: 'any part of the plate, VIN, make or model; punctuation, spaces and case are ignored',
    }),
  ),
}

/** Filters and sort keys are a closed list; one that is not here is refused, not guessed. */
export const ListInspectionsQuery = Type.Object(
  {
    ...PageQuery('inspection'),
    order_by: Type.Optional(OneOf(['created_at'], { description: 'only one order is supported' })),
    // Spellings of earlier clients for order_by and pagination_order.
    sort_by_property: Type.Optional(OneOf(['created_at'], { description: 'older name of `order_by`' })),
    sort_order: Type.Optional(OneOf(PAGINATION_ORDERS, { description: 'older name of `pagination_order`' })),
    ...Filters,
    verbose: OneOf(VERBOSITIES, { default: '0', description: '`1` adds vehicle, damages, parts and prices' }),
  },
  { additionalProperties: false },
)
export type ListInspectionsQuery = Static<typeof ListInspectionsQuery>

export const InspectionList = Type.Object({ data: Type.Array(Type.Ref('InspectionSummary')), paging: Paging })

export const CountInspectionsQuery = Closed(Filters)
export type CountInspectionsQuery = Static<typeof CountInspectionsQuery>

export const InspectionCount = Type.Object({
  total: Type.Integer(),
  sub_count: Type.Record(Type.String(), Type.Integer(), {
    description: 'by status; a status without inspections is absent',
  }),
})
