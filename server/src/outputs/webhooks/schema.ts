import { type Static, Type } from 'typebox'
import { WEBHOOK_EVENT_TYPES } from '../../core/contracts/event-types.ts'
import {
  Closed,
  Deleted,
  IdOf,
  Nullable,
  OneOf,
  PageQuery,
  Paging,
  Time,
  Version,
} from '../../core/contracts/schema.ts'
import { ATTEMPT_ERRORS, LATENCIES, STATUS_CLASSES } from './outcome.ts'

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const
export const DISABLED_REASONS = ['client', 'gone', 'failing'] as const

/** What an endpoint hears of when it is tested; no filter keeps it away. */
export const TEST_EVENT = 'webhook.test'

const Url = Type.String({
  minLength: 1,
  maxLength: 2_048,
  description: 'https on port 443, public; redirects are not followed',
})
const Description = Nullable(Type.String({ maxLength: 500, description: 'name for people' }))
const EventTypes = Nullable(
  Type.Array(OneOf(WEBHOOK_EVENT_TYPES), {
    minItems: 1,
    maxItems: WEBHOOK_EVENT_TYPES.length,
    uniqueItems: true,
    description: 'events to send; null for all, including those added in later versions',
  }),
)

export const CreateWebhookEndpoint = Closed({
  url: Url,
  description: Type.Optional(Description),
  event_types: Type.Optional(EventTypes),
})
export type CreateWebhookEndpoint = Static<typeof CreateWebhookEndpoint>

export const UpdateWebhookEndpoint = Closed({
  url: Type.Optional(Url),
  description: Type.Optional(Description),
  event_types: Type.Optional(EventTypes),
  is_enabled: Type.Optional(
    Type.Boolean({
      description:
        'false stops sending; true resumes it, including waiting deliveries. Events that occur while the endpoint is disabled are not queued; resend them',
    }),
  ),
})
export type UpdateWebhookEndpoint = Static<typeof UpdateWebhookEndpoint>

const endpointFields = {
  id: Type.String(),
  object_type: OneOf(['WEBHOOK_ENDPOINT']),
  created_at: Time,
  created_by: Type.String({ description: 'who created it' }),
  url: Type.String(),
  description: Nullable(Type.String()),
  event_types: Nullable(Type.Array(Type.String(), { description: 'null for all' })),
  is_enabled: Type.Boolean(),
  disabled_at: Nullable(Time),
  disabled_reason: Nullable(
    OneOf(DISABLED_REASONS, {
      description:
        '`client`: disabled by a request; `gone`: the receiver answered 410; `failing`: no success for five days',
    }),
  ),
  failing_since: Nullable(
    Type.String({ description: 'start of the current series of failures; null after a success' }),
  ),
  last_attempt_at: Nullable(Time),
  previous_secret_until: Nullable(
    Type.String({ description: 'until then, messages are also signed with the previous secret' }),
  ),
  version: Version,
}
const secret = Type.String({
  description: 'signs every message; returned only here. `whsec_` followed by 32 bytes in base64',
})

export const WebhookEndpoint = Type.Object(endpointFields, { $id: 'WebhookEndpoint' })
export type WebhookEndpoint = Static<typeof WebhookEndpoint>

/** With the secret, which is never shown again. */
export const WebhookEndpointWithSecret = Type.Object({ ...endpointFields, secret })
export type WebhookEndpointWithSecret = Static<typeof WebhookEndpointWithSecret>

export const WebhookEndpointList = Type.Object({ data: Type.Array(Type.Ref('WebhookEndpoint')) })
export const DeletedWebhookEndpoint = Deleted('WEBHOOK_ENDPOINT')
export type DeletedWebhookEndpoint = Static<typeof DeletedWebhookEndpoint>

export const CallbackSecret = Type.Object({
  object_type: OneOf(['CALLBACK_SECRET']),
  secret: Type.String({ description: 'signs the callbacks of all tasks of the organization' }),
  created_at: Time,
  previous_secret_until: Nullable(
    Type.String({ description: 'until then, callbacks are also signed with the previous secret' }),
  ),
})
export type CallbackSecret = Static<typeof CallbackSecret>

const Attempt = Type.Object({
  number: Type.Integer(),
  created_at: Time,
  status_class: Nullable(
    OneOf(STATUS_CLASSES, { description: 'class of the response; null if there was none' }),
  ),
  error: Nullable(
    OneOf(ATTEMPT_ERRORS, {
      description:
        'why there was no response. `unreachable`: no address, no public address, no connection, or an invalid certificate; `not_sent`: the service could not create the message',
    }),
  ),
  latency: OneOf(LATENCIES, { description: 'approximate duration' }),
})

const deliveryFields = {
  id: Type.String(),
  object_type: OneOf(['WEBHOOK_DELIVERY']),
  endpoint_id: Type.String(),
  event_id: Type.String({ description: 'value of the header `webhook-id`' }),
  event_type: Type.String(),
  inspection_id: Nullable(Type.String({ description: 'null for a test event' })),
  created_at: Time,
  state: OneOf(DELIVERY_STATES),
  attempt_count: Type.Integer(),
  next_attempt_at: Nullable(
    Type.String({ description: 'null if no attempt is planned, or the first one is due now' }),
  ),
  ended_at: Nullable(Time),
}

export const WebhookDelivery = Type.Object(deliveryFields, { $id: 'WebhookDelivery' })
export type WebhookDelivery = Static<typeof WebhookDelivery>
export const WebhookDeliveryWithAttempts = Type.Object({
  ...deliveryFields,
  attempts: Type.Array(Attempt, { description: 'oldest first; of the last 30 days' }),
})
export type WebhookDeliveryWithAttempts = Static<typeof WebhookDeliveryWithAttempts>

export const WebhookDeliveryList = Type.Object({
  data: Type.Array(Type.Ref('WebhookDelivery')),
  paging: Paging,
})
export const WebhookDeliveryQuery = Closed({
  ...PageQuery('webhook_delivery'),
  state: Type.Optional(OneOf(DELIVERY_STATES, { description: 'filter by state' })),
})
export type WebhookDeliveryQuery = Static<typeof WebhookDeliveryQuery>

const Moment = (description: string) =>
  Type.String({
    pattern: '^(19|20|21)\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?(Z|[+-]\\d\\d:\\d\\d)$',
    description: `${description}, ISO 8601 with offset`,
  })

export const ReplayWebhookDeliveries = Closed({
  since: Moment('events from this time on'),
  until: Type.Optional(Moment('events up to this time; default: now')),
  only_failed: Type.Optional(
    Type.Boolean({
      description:
        'only events whose last attempt failed; otherwise also delivered events, and events from before the endpoint existed or while it was disabled',
    }),
  ),
})
export type ReplayWebhookDeliveries = Static<typeof ReplayWebhookDeliveries>

export const WebhookReplay = Type.Object({
  object_type: OneOf(['WEBHOOK_REPLAY']),
  endpoint_id: Type.String(),
  event_count: Type.Integer({ description: 'number of events to be resent' }),
})
export type WebhookReplay = Static<typeof WebhookReplay>

export const EndpointParams = Type.Object({ endpoint_id: IdOf('webhook_endpoint') })
export const DeliveryParams = Type.Object({
  endpoint_id: IdOf('webhook_endpoint'),
  delivery_id: IdOf('webhook_delivery'),
})
