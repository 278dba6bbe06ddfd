import { type Static, Type } from 'typebox'
import { Closed, Nullable, OneOf, Time } from '../contracts/schema.ts'
import { LIMITS } from './limits.ts'

const MOST = 1_000_000_000_000_000

const limit = (description: string) => Type.Integer({ minimum: 0, maximum: MOST, description })
const override = (description: string) =>
  Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 0,
        maximum: MOST,
        description: `${description}; null goes back to the default`,
      }),
    ),
  )

const MEANINGS = {
  bytes_stored_max: 'bytes of pictures and reports that may be stored',
  inspections_per_day_max: 'inspections that may be created in a day, UTC',
  uploads_in_flight_max: 'uploads at once',
  requests_per_minute_max: 'requests in a minute, of all callers together',
  webhook_endpoints_max: 'webhook endpoints',
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
      description: 'limits set for this organization; the others are defaults of the installation',
    }),
    used: Type.Object(
      {
        bytes_stored: Type.Integer({
          description:
            'originals, what is made of them, and reports; deleted ones until their files are gone',
        }),
        inspections_per_day: Type.Integer({
          description: 'created since midnight UTC, deleted ones included',
        }),
        requests_per_minute: Type.Integer({
          description:
            'of this minute, with those that processes have set aside; without adding images, which has its own limit',
        }),
        webhook_endpoints: Type.Integer(),
      },
      { description: 'how much of each is used now' },
    ),
    day_ends_at: Type.String({ description: 'ISO 8601, UTC: when inspections of the day are counted anew' }),
    version: Type.Integer({ minimum: 0, description: 'goes up with every change; 0 before the first' }),
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
