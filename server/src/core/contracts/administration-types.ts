import { type Static, Type } from 'typebox'
import { FieldChanges } from './changes.ts'
import { Nullable, OneOf, Time } from './schema.ts'

const ENDPOINT = { endpoint_id: Type.String({ description: 'id of the webhook endpoint' }) }
const DELIVERY = { delivery_id: Type.String({ description: 'id of the webhook delivery' }) }
const PROFILE = { profile_id: Type.String({ description: 'id of the capture profile' }) }
const LINK = { capture_link_id: Type.String({ description: 'id of the capture link' }) }
const ERASURE = {
  erasure_id: Type.String({ description: 'id of the erasure' }),
  reason: Type.String({ description: 'reason of the erasure' }),
}
const INSPECTION = { inspection_id: Type.String({ description: 'id of the inspection' }) }
const INSPECTIONS = {
  inspection_ids: Type.Array(Type.String(), { description: 'ids of the exported inspections' }),
}
const TEST = { state: OneOf(['delivered', 'failed'], { description: 'outcome of the test event' }) }
const RANGE = {
  since: Time,
  until: Nullable(Time),
  only_failed: Type.Boolean({ description: 'whether only failed events were resent' }),
  event_count: Type.Integer({ description: 'number of resent events' }),
}
const CHANGES = {
  changes: FieldChanges(
    'each changed field, before and after; URLs only with scheme, host and port, because the rest may contain keys',
  ),
}

/** Everything a payload may say, each field where its type has it. None of it is a secret. */
export const AdministrationPayload = Type.Partial(
  Type.Object({
    ...ENDPOINT,
    ...DELIVERY,
    ...PROFILE,
    ...LINK,
    ...ERASURE,
    ...INSPECTION,
    ...INSPECTIONS,
    ...TEST,
    ...RANGE,
    ...CHANGES,
  }),
)

/** Everything that people and machines do to the settings of an organization. Told to no webhook and no stream. */
const ADMINISTRATION_EVENTS = {
  'webhook_endpoint.created': Type.Object({ ...ENDPOINT, ...CHANGES }),
  'webhook_endpoint.updated': Type.Object({ ...ENDPOINT, ...CHANGES }),
  'webhook_endpoint.deleted': Type.Object({ ...ENDPOINT, ...CHANGES }),
  'webhook_endpoint.secret_rotated': Type.Object(ENDPOINT),
  'webhook_endpoint.tested': Type.Object({ ...ENDPOINT, ...DELIVERY, ...TEST }),
  // One delivery, or the events of a time.
  'webhook_delivery.replayed': Type.Union([
    Type.Object({ ...ENDPOINT, ...DELIVERY }),
    Type.Object({ ...ENDPOINT, ...RANGE }),
  ]),
  'callback_secret.rotated': Type.Object({}),
  'quotas.updated': Type.Object(CHANGES),
  'comparison_settings.updated': Type.Object(CHANGES),
  'objection_settings.updated': Type.Object(CHANGES),
  'picture_settings.updated': Type.Object(CHANGES),
  'capture_profile.created': Type.Object({ ...PROFILE, ...CHANGES }),
  'capture_profile.updated': Type.Object({ ...PROFILE, ...CHANGES }),
  'capture_profile.deleted': Type.Object(PROFILE),
  // Those of an inspection are in its history.
  'capture_link.created': Type.Object(LINK),
  'capture_link.revoked': Type.Object(LINK),
  'erasure.created': Type.Object(ERASURE),
  'export.created': Type.Object(INSPECTIONS),
  'retention.updated': Type.Object(CHANGES),
  'hold.created': Type.Object(INSPECTION),
  'hold.deleted': Type.Object(INSPECTION),
} as const

export type AdministrationType = keyof typeof ADMINISTRATION_EVENTS
export type AdministrationPayloads = {
  [T in AdministrationType]: Static<(typeof ADMINISTRATION_EVENTS)[T]>
}

// The keys of the table are the types; Object.keys does not say so.
export const ADMINISTRATION_TYPES = Object.keys(ADMINISTRATION_EVENTS) as AdministrationType[]
