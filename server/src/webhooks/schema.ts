import { type Static, Type } from 'typebox'
import { WEBHOOK_EVENT_TYPES } from '../contracts/event-types.ts'
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
} from '../contracts/schema.ts'
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
const Description = Nullable(Type.String({ maxLength: 500, description: 'for people' }))
const EventTypes = Nullable(
  Type.Array(OneOf(WEBHOOK_EVENT_TYPES), {
    minItems: 1,
    maxItems: WEBHOOK_EVENT_TYPES.length,
    uniqueItems: true,
    description: 'the events to send; null for all, also those that come with later versions',
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
        'false stops all sending; true goes on, with what still waits. Events that happen while it is disabled are not kept for it: replay them',
    }),
  ),
})
export type UpdateWebhookEndpoint = Static<typeof UpdateWebhookEndpoint>

const endpointFields = {
  id: Type.String(),
  object_type: OneOf(['WEBHOOK_ENDPOINT']),
  created_at: Time,
  created_by: Type.String({ description: 'who made it' }),
  url: Type.String(),
  description: Nullable(Type.String()),
  event_types: Nullable(Type.Array(Type.String(), { description: 'null for all' })),
  is_enabled: Type.Boolean(),
  disabled_at: Nullable(Time),
  disabled_reason: Nullable(
    OneOf(DISABLED_REASONS, {
      description:
        '`client`: somebody asked for it; `gone`: it answered 410; `failing`: nothing but failures for five days',
    }),
  ),
  failing_since: Nullable(
    Type.String({ description: 'nothing but failures since then; null after a success' }),
  ),
  last_attempt_at: Nullable(Time),
  previous_secret_until: Nullable(
    Type.String({ description: 'until then messages are signed with the secret before as well' }),
  ),
  version: Version,
}
const secret = Type.String({
  description: 'signs every message; shown once, here. `whsec_` and the base64 of 32 bytes',
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
    Type.String({ description: 'until then callbacks are signed with the secret before as well' }),
  ),
})
export type CallbackSecret = Static<typeof CallbackSecret>

const Attempt = Type.Object({
  number: Type.Integer(),
  created_at: Time,
  status_class: Nullable(OneOf(STATUS_CLASSES, { description: 'of the answer; null when there was none' })),
  error: Nullable(
    OneOf(ATTEMPT_ERRORS, {
      description:
        'why there was no answer. `unreachable`: no address, not a public one, no connection, or a certificate that does not hold; `not_sent`: the service could not make the message',
    }),
  ),
  latency: OneOf(LATENCIES, { description: 'how long it took, roughly' }),
})

const deliveryFields = {
  id: Type.String(),
  object_type: OneOf(['WEBHOOK_DELIVERY']),
  endpoint_id: Type.String(),
  event_id: Type.String({ description: 'what the receiver sees as `webhook-id`' }),
  event_type: Type.String(),
  inspection_id: Nullable(Type.String({ description: 'null for a test event' })),
  created_at: Time,
  state: OneOf(DELIVERY_STATES),
  attempt_count: Type.Integer(),
  next_attempt_at: Nullable(
    Type.String({ description: 'null when none is to come, or the first is due now' }),
  ),
  ended_at: Nullable(Time),
}

export const WebhookDelivery = Type.Object(deliveryFields, { $id: 'WebhookDelivery' })
export type WebhookDelivery = Static<typeof WebhookDelivery>
export const WebhookDeliveryWithAttempts = Type.Object({
  ...deliveryFields,
  attempts: Type.Array(Attempt, { description: 'the first one first; those of the last 30 days' }),
})
export type WebhookDeliveryWithAttempts = Static<typeof WebhookDeliveryWithAttempts>

export const WebhookDeliveryList = Type.Object({
  data: Type.Array(Type.Ref('WebhookDelivery')),
  paging: Paging,
})
export const WebhookDeliveryQuery = Closed({
  ...PageQuery('webhook_delivery'),
  state: Type.Optional(OneOf(DELIVERY_STATES, { description: 'only those' })),
})
export type WebhookDeliveryQuery = Static<typeof WebhookDeliveryQuery>

const Moment = (description: string) =>
  Type.String({
    pattern: '^(19|20|21)\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?(Z|[+-]\\d\\d:\\d\\d)$',
    description: `${description}, ISO 8601 with its offset`,
  })

export const ReplayWebhookDeliveries = Closed({
  since: Moment('events from then on'),
  until: Type.Optional(Moment('events up to then; without it, until now')),
  only_failed: Type.Optional(
    Type.Boolean({
      description:
        'only events whose last attempt has failed; else also those that were delivered, and those from before the endpoint was there or while it was disabled',
    }),
  ),
})
export type ReplayWebhookDeliveries = Static<typeof ReplayWebhookDeliveries>

export const WebhookReplay = Type.Object({
  object_type: OneOf(['WEBHOOK_REPLAY']),
  endpoint_id: Type.String(),
  event_count: Type.Integer({ description: 'how many events are sent again' }),
})
export type WebhookReplay = Static<typeof WebhookReplay>

export const EndpointParams = Type.Object({ endpoint_id: IdOf('webhook_endpoint') })
export const DeliveryParams = Type.Object({
  endpoint_id: IdOf('webhook_endpoint'),
  delivery_id: IdOf('webhook_delivery'),
})
