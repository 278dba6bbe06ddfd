import { type Static, Type } from 'typebox'
import { Closed, Nullable, OneOf, Time } from '../../core/contracts/schema.ts'
import { LIMITS } from './limits.ts'

const MOST = 1_000_000_000_000_000

const limit = (description: string) => Type.Integer({ minimum: 0, maximum: MOST, description })
const override = (description: string) =>
  Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 0,
        maximum: MOST,
        description: `${description}; null restores the default`,
      }),
    ),
  )

const MEANINGS = {
  bytes_stored_max: 'maximum bytes of pictures and reports',
  inspections_per_day_max: 'maximum new inspections per day (UTC)',
  uploads_in_flight_max: 'maximum concurrent uploads',
  requests_per_minute_max: 'maximum requests per minute, across all callers',
  webhook_endpoints_max: 'maximum webhook endpoints',
} as const

export const Quotas = Type.Object(
  {
    object_type: OneOf(['QUOTAS']),
    bytes_stored_max: limit(MEANINGS.bytes_stored_max),
    inspections_per_day_max: limit(MEANINGS.inspections_per_day_max),
    uploads_in_flight_max: limit(MEANINGS.uploads_in_flight_max),
    requests_per_minute_max: limit(MEANINGS.requests_per_minute_max),
    webhook_endpoints_max: limit(MEANINGS.webhook_endpoints_max),
    overridden: Type.Array(OneOf(LIMITS), {
      description: 'limits set for this organization; all others are defaults of the installation',
    }),
    used: Type.Object(
      {
        bytes_stored: Type.Integer({
          description:
            'bytes of originals, derived pictures and reports; deleted ones count until their files are removed',
        }),
        inspections_per_day: Type.Integer({
          description: 'created since midnight UTC, including deleted ones',
        }),
        requests_per_minute: Type.Integer({
          description:
            'requests in this minute, including those reserved by processes; adding images has its own limit and is not counted',
        }),
        webhook_endpoints: Type.Integer(),
      },
      { description: 'current usage' },
    ),
    day_ends_at: Type.String({ description: 'when the daily count resets, ISO 8601, UTC' }),
    version: Type.Integer({ minimum: 0, description: 'increases with every change; 0 before the first' }),
    updated_at: Nullable(Time),
    updated_by: Nullable(Type.String()),
  },
  { $id: 'Quotas' },
)
export type Quotas = Static<typeof Quotas>

export const UpdateQuotas = Closed({
  bytes_stored_max: override(MEANINGS.bytes_stored_max),
  inspections_per_day_max: override(MEANINGS.inspections_per_day_max),
  uploads_in_flight_max: override(MEANINGS.uploads_in_flight_max),
  requests_per_minute_max: override(MEANINGS.requests_per_minute_max),
  webhook_endpoints_max: override(MEANINGS.webhook_endpoints_max),
})
export type UpdateQuotas = Static<typeof UpdateQuotas>
